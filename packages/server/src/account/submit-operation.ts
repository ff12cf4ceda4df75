import { recordAudit } from '../audit/index.ts';
import { lockActivePasskey, recordAssertion } from '../credentials/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { allOrFirstFault, type Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Operation, RelayOrder, Relayed, RelayRequest } from '../relay/index.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import type { Consent } from './check-authorization.ts';
import { hashOf } from './request-hash.ts';

/** A checked request: the relay order and the records that are stored with it. */
export interface Prepared {
  readonly order: RelayOrder;
  readonly consent: Consent;
  readonly event: {
    readonly action: string;
    readonly target: string;
    readonly details: Record<string, unknown>;
  };
  /** True for operations on the player's own money, which are allowed during a suspension. */
  readonly allowsSuspended: boolean;
  /** The passkey that becomes the authority; it must still be active. */
  readonly replacementId?: string;
}

export function relayRequest(
  { caller, idempotencyKey }: AccountRequest,
  kind: RelayRequest['kind'],
  body: object,
): RelayRequest {
  return { identityId: caller.identityId, kind, requestHash: hashOf(kind, body), idempotencyKey };
}

/** Records that are stored with the signed bytes in one transaction. */
export interface Carried {
  readonly order: RelayOrder;
  /** Null if no passkey signed: a recovery sheet signed, or votes and time decide. */
  readonly consent: Consent | null;
  /** Runs after the bytes are stored and before any other write, while no shared row is locked. */
  judge?(tx: Tx, operation: Operation): Promise<void>;
  /** Runs together with recording the assertion and reserving the relay caps. */
  write(tx: Tx, now: Date): readonly Promise<void>[];
}

/** Signs the order, stores the bytes and the dependent records in one transaction, then sends the bytes. */
export function carry(
  deps: Pick<AccountDeps, 'relay' | 'db'>,
  asked: RelayRequest,
  preparing: Promise<Carried>,
): Promise<Relayed> {
  return deps.relay.send(asked, store(deps, asked, preparing));
}

async function store(
  { relay, db }: Pick<AccountDeps, 'relay' | 'db'>,
  asked: RelayRequest,
  preparing: Promise<Carried>,
): Promise<Operation> {
  const { order, consent, judge, write } = await preparing;
  const signed = await relay.sign(order);
  return db.transaction(async (tx) => {
    const operation = await relay.store(tx, asked, signed);
    const now = operation.createdAt;
    await judge?.(tx, operation);
    await allOrFirstFault([
      ...write(tx, now),
      ...(!consent || consent.wasAccepted ? [] : [recordAssertion(tx, { ...consent, now })]),
      relay.reserve(tx, operation),
    ]);
    return operation;
  });
}

/**
 * Submits an operation on the caller's account. The transaction checks that the identity may act, records the
 * assertion and writes the audit event.
 */
export function submit(
  deps: AccountDeps,
  { caller, origin }: AccountRequest,
  asked: RelayRequest,
  preparing: Promise<Prepared>,
): Promise<Relayed> {
  const { identityId, pid } = caller;
  const carried = preparing.then(({ order, consent, event, allowsSuspended, replacementId }): Carried => ({
    order,
    consent,
    write: (tx, now) => [
      assertMayAct(tx, identityId, allowsSuspended),
      ...(replacementId ? [assertStillActive(tx, replacementId)] : []),
      recordAudit(tx, { at: now, identityId, actor: pid, origin, ...event }),
    ],
  }));
  return carry(deps, asked, carried);
}

/**
 * Removing a passkey and deleting an identity take the same lock, so they are ordered before or after this
 * operation.
 */
async function assertMayAct(tx: Tx, identityId: string, allowsSuspended: boolean): Promise<void> {
  const status = (await lockIdentity(tx, identityId))?.status;
  if (status !== 'active' && !(allowsSuspended && status === 'suspended')) throw refuse('identity_suspended');
}

async function assertStillActive(tx: Tx, passkeyId: string): Promise<void> {
  if (!(await lockActivePasskey(tx, passkeyId))) throw refuse('rotation_refused', { reason: 'not_active' });
}
