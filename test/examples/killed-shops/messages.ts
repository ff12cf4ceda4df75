import type { beginPurchase } from '../../../examples/game/server/sell-items.ts';

/** The await at which a shop dies, counted from its start or from its next new purchase. */
export interface Death {
  readonly at: number;
  readonly when: 'before' | 'after';
  readonly since: 'start' | 'purchase';
}

export interface ShopSettings {
  readonly shop: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly baseUrl: string;
  readonly file: string;
  readonly death: Death | null;
}

export type ToShop =
  | { readonly open: ShopSettings }
  | { readonly shop: number; readonly isNew: boolean; readonly buy: Parameters<typeof beginPurchase>[2] };

export type FromShop = { readonly shop: number } & (
  | { readonly isOpen: true }
  | { readonly payment: { readonly id: string; readonly status: string; readonly total: number } }
  | { readonly settled: string; readonly awaits: number }
  | { readonly diedAt: string }
);
