import type { Reply } from '@pid/contract';
import type { Address } from '@pid/protocol';
import type { IdempotencyKey } from '../platform/http/index.ts';

export type OperationKind = Reply<'getOperation'>['kind'];

/** Who asks for what. Requests with the same hash are one request, however often they come. */
export interface RelayRequest {
  readonly identityId: string;
  readonly kind: OperationKind;
  readonly requestHash: Buffer;
  readonly idempotencyKey: IdempotencyKey | null;
}

/**
 * prepared: the signed bytes are stored and may have been sent. confirmed: the chain says so, a fork may still drop it. The
 * others are final: finalized (it landed), failed (it landed without effect), expired (it never can land), superseded
 * (another transaction took its nonce).
 */
export type OperationState = Reply<'getOperation'>['state'];

/**
 * What the relayer's lamports are for. Each purpose has a day's allowance of its own: what nobody pays back (the rent of sessions) can
 * never use up what the chain pays back, nothing can use up an emergency's or a recovery's, policies not what votes need, and activations that the operator pays end first.
 */
export const pools = [
  'withdrawal',
  'activation',
  'session',
  'emergency',
  'recovery',
  'policy',
  'sponsorship',
] as const;
export type Pool = (typeof pools)[number];

/** Lamports that lie in an account and come back when it is closed. */
export interface Rent {
  readonly account: Address;
  readonly lamports: bigint;
}

export interface Operation {
  readonly id: string;
  readonly position: bigint;
  readonly identityId: string;
  readonly kind: OperationKind;
  /** Whose nonce decides: the smart account, or of a recovery's steps the recovery account. */
  readonly account: Address;
  /** Of a vote, which spends no nonce: see `voteNonce`. */
  readonly accountNonce: bigint;
  readonly state: OperationState;
  readonly signature: string;
  readonly wire: Buffer;
  readonly lastValidBlockHeight: bigint;
  /** What was signed cannot have landed before it; null for what was stored before it was kept. */
  readonly blockhashSlot: bigint | null;
  readonly requestHash: Buffer;
  readonly networkFeeLamports: bigint;
  readonly protocolFeeLamports: bigint;
  readonly sponsoredLamports: bigint;
  /** Of the sponsored lamports. */
  readonly rentLamports: bigint;
  readonly reimbursed: boolean;
  readonly pool: Pool;
  /** Of what the operator pays: the app through which its player came, whose day it counts against too. */
  readonly sponsorApp: string | null;
  /** What the slice of this kind needs to carry out or undo what follows from it. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly error: string | null;
  readonly sends: number;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  /** Since when the nonce is known to be taken while nobody can tell by whom, and how far back its history was read. */
  readonly seekSince: Date | null;
  readonly seekBefore: string | null;
}

export function hasLanded({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'confirmed' || state === 'finalized';
}

export function isOpen({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'prepared' || state === 'confirmed';
}
