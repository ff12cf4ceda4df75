import type { Reply } from '@pid/contract';
import type { Address } from '@pid/protocol';
import type { IdempotencyKey } from '../platform/http/index.ts';

export type OperationKind = Reply<'getOperation'>['kind'];

/** The caller and the operation. Requests with the same hash are one request, however often they arrive. */
export interface RelayRequest {
  readonly identityId: string;
  readonly kind: OperationKind;
  readonly requestHash: Buffer;
  readonly idempotencyKey: IdempotencyKey | null;
}

/**
 * prepared: the signed bytes are stored and may have been sent. confirmed: the chain shows it, but a fork may
 * still drop it. The others are final: finalized (it landed), failed (it landed without effect), expired (it
 * can never land), superseded (another transaction used its nonce).
 */
export type OperationState = Reply<'getOperation'>['state'];

/**
 * The purposes of the relayer's lamports, each with a separate daily allowance. Payments that are not
 * reimbursed (the rent of sessions) cannot use up the allowance of reimbursed ones. Nothing can use up the
 * allowance of emergencies or recoveries, and policies cannot use up that of votes. Activations that the
 * operator sponsors stop first. `paid`: activations that players pay to the operator in rupiah.
 */
export const pools = [
  'withdrawal',
  'activation',
  'session',
  'emergency',
  'recovery',
  'policy',
  'sponsorship',
  'paid',
] as const;
export type Pool = (typeof pools)[number];

/** Lamports in an account that are returned when it is closed. */
export interface Rent {
  readonly account: Address;
  readonly lamports: bigint;
}

export interface Operation {
  readonly id: string;
  readonly position: bigint;
  readonly identityId: string;
  readonly kind: OperationKind;
  /** The account whose nonce decides: the smart account, or the recovery account for steps of a recovery. */
  readonly account: Address;
  /** A vote uses no nonce: see `voteNonce`. */
  readonly accountNonce: bigint;
  readonly state: OperationState;
  readonly signature: string;
  readonly wire: Buffer;
  readonly lastValidBlockHeight: bigint;
  /** The transaction cannot have landed before this slot; null for operations from before it was stored. */
  readonly blockhashSlot: bigint | null;
  readonly requestHash: Buffer;
  readonly networkFeeLamports: bigint;
  readonly protocolFeeLamports: bigint;
  readonly sponsoredLamports: bigint;
  /** Part of the sponsored lamports. */
  readonly rentLamports: bigint;
  readonly reimbursed: boolean;
  readonly pool: Pool;
  /**
   * For a sponsored activation: the app through which the player came. It also counts against the app's daily
   * budget.
   */
  readonly sponsorApp: string | null;
  /** The data that the slice of this kind needs to carry out or undo the effects. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly error: string | null;
  readonly sends: number;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  /**
   * Since when the nonce is known to be used by an unknown transaction, and how far back the history was
   * searched.
   */
  readonly seekSince: Date | null;
  readonly seekBefore: string | null;
}

export function hasLanded({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'confirmed' || state === 'finalized';
}

export function isOpen({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'prepared' || state === 'confirmed';
}
