import { recordAudit } from '../audit/index.ts';
import { lockActivePasskey, recordAssertion } from '../credentials/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { allOrFirstFault, type Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Operation, RelayOrder, Relayed, RelayRequest } from '../relay/index.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import type { Consent } from './check-authorization.ts';
import { hashOf } from './request-hash.ts';

/** A checked request: what the relay is to carry, and what is written down with it. */
export interface Prepared {
  readonly order: RelayOrder;
  readonly consent: Consent;
  readonly event: {
    readonly action: string;
    readonly target: string;
    readonly details: Record<string, unknown>;
  };
  /** Own money on the chain moves also while the identity is suspended. */
  readonly allowsSuspended: boolean;
  /** The passkey that takes over: it must be active still. */
  readonly replacementId?: string;
}

export function relayRequest(
  { caller, idempotencyKey }: AccountRequest,
  kind: RelayRequest['kind'],
  body: object,
): RelayRequest {
  return { identityId: caller.identityId, kind, requestHash: hashOf(kind, body), idempotencyKey };
}

/** What is stored with the signed bytes, in one transaction: all of it or nothing. */
export interface Carried {
  readonly order: RelayOrder;
  /** Null where no passkey has signed: a recovery sheet has, or votes and time decide. */
  readonly consent: Consent | null;
  /** Before anything else is written, while the bytes are stored and nothing shared is locked. */
  judge?(tx: Tx, operation: Operation): Promise<void>;
  /** Sent together with the signature that is spent and the caps. */
  write(tx: Tx, now: Date): readonly Promise<void>[];
}

/** Signs, stores the bytes with everything that depends on them, and then sends them. */
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

/** An operation on the caller's own account: the identity may still act, the signature is spent, the log knows. */
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

/** Whoever removes a passkey or deletes the identity holds this lock too, and sees the operation or is seen by it. */
async function assertMayAct(tx: Tx, identityId: string, allowsSuspended: boolean): Promise<void> {
  const status = (await lockIdentity(tx, identityId))?.status;
  if (status !== 'active' && !(allowsSuspended && status === 'suspended')) throw refuse('identity_suspended');
}

async function assertStillActive(tx: Tx, passkeyId: string): Promise<void> {
  if (!(await lockActivePasskey(tx, passkeyId))) throw refuse('rotation_refused', { reason: 'not_active' });
}
