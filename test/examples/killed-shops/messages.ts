import type { beginPurchase } from '../../../examples/shop/sell.mjs';

/** The step (a query or a request) at which a shop dies, counted from its start. */
export interface Death {
  readonly step: string;
  readonly nth: number;
  readonly when: 'before' | 'after';
}

export interface ShopSettings {
  readonly shop: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly death: Death | null;
}

export type ToShop =
  | { readonly open: ShopSettings }
  | { readonly shop: number; readonly buy: Parameters<typeof beginPurchase>[2] };

export type FromShop = { readonly shop: number } & (
  | { readonly isOpen: true }
  | { readonly step: string }
  | { readonly payment: { readonly id: string; readonly status: string; readonly total: number } }
  | { readonly diedAt: string }
);
