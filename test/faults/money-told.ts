import type { Reply } from '@pid/contract';
import { randomUUID } from 'node:crypto';
import { chance, type CarefulClient } from './careful-client.ts';
import type { MoneyApp, MoneyPlayer, MoneyWorld } from './money-world.ts';

type Payment = Reply<'getPayment'>;
export type ToldPayment = Pick<
  Payment,
  'id' | 'status' | 'amount' | 'fees' | 'total' | 'captured' | 'refunded'
>;

/** What an app and a player know about an allowance. */
export interface Pass {
  readonly id: string;
  readonly app: MoneyApp;
  readonly payer: MoneyPlayer;
  /** Of one period. */
  readonly amount: number;
  /** Who ended it; null while it is active. */
  endedBy: 'player' | 'app' | null;
}

/** What the app and the player of a purchase know about it. */
export interface Purchase {
  readonly reference: string;
  readonly app: MoneyApp;
  readonly payer: MoneyPlayer;
  /** Null: the app is paid. */
  readonly to: MoneyPlayer | null;
  readonly capture: 'automatic' | 'manual';
  /** The allowance that paid it; null if the player was asked. */
  readonly pass: Pass | null;
  /** The last response about the payment. */
  told: ToldPayment;
  /** What the player agreed to; 0 if the payment was not confirmed. */
  confirmed: number;
  readonly refunds: number[];
}

export interface ToldSend {
  readonly note: string;
  readonly from: MoneyPlayer;
  readonly to: MoneyPlayer;
  readonly amount: number;
  /** Null: sent once without a key and without a response, so it was posted once or not at all. */
  readonly told: { readonly id: string; readonly debited: number } | null;
}

export interface ToldMove {
  readonly type: 'deposit' | 'payout';
  readonly app: MoneyApp;
  readonly id: string;
  readonly amount: number;
}

export interface ToldSettlement {
  readonly app: MoneyApp;
  readonly id: string;
  readonly amount: number;
  readonly fee: number;
  isCancelled: boolean;
}

export interface ToldTopUp {
  readonly player: MoneyPlayer;
  readonly id: string;
  readonly amount: number;
  readonly total: number;
}

/** Everything that clients were told. */
export interface Round {
  readonly purchases: Purchase[];
  readonly topUps: ToldTopUp[];
  readonly sends: ToldSend[];
  readonly moves: ToldMove[];
  readonly settlements: ToldSettlement[];
  readonly passes: Pass[];
}

export const newRound = (): Round => ({
  purchases: [],
  topUps: [],
  sends: [],
  moves: [],
  settlements: [],
  passes: [],
});

/** Players press a button twice, and apps send two requests that exclude each other. */
export const twiceShare = 0.15;
export interface RoundDeps {
  readonly client: CarefulClient;
  readonly round: Round;
  readonly apps: readonly MoneyApp[];
  readonly players: MoneyWorld['players'];
}

export async function topUpMissing(
  deps: RoundDeps,
  player: MoneyPlayer,
  needed: number,
  paymentId?: string,
): Promise<void> {
  const { client, round } = deps;
  const { balance } = await client.call('getBalance', {}, { by: player });
  if (balance >= needed) return;
  const { id, amount, total } = await client.call(
    'createTopUp',
    { amount: needed - balance, ...(paymentId === undefined ? {} : { paymentId }) },
    { by: player, key: randomUUID() },
  );
  if (amount !== needed - balance) throw new Error(`top-up ${id} has another amount`);
  const press = () => client.payAtCheckout(id);
  do await Promise.all(chance(twiceShare) ? [press(), press()] : [press()]);
  while ((await client.call('getTopUp', { id }, { by: player })).status !== 'paid');
  round.topUps.push({ player, id, amount, total });
}
