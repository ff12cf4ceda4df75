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

/** Signs, stores the bytes with everything that depends on them, all of it or nothing, and then sends them. */
export function submit(
  deps: AccountDeps,
  request: AccountRequest,
  asked: RelayRequest,
  preparing: Promise<Prepared>,
): Promise<Relayed> {
  return deps.relay.send(asked, store(deps, request, asked, preparing));
}

async function store(
  { relay, db }: AccountDeps,
  request: AccountRequest,
  asked: RelayRequest,
  preparing: Promise<Prepared>,
): Promise<Operation> {
  const prepared = await preparing;
  const signed = await relay.sign(prepared.order);
  return db.transaction(async (tx) => {
    const operation = await relay.store(tx, asked, signed);
    await allOrFirstFault([
      ...spendConsent(tx, request, prepared, operation.createdAt),
      relay.reserve(tx, operation),
    ]);
    return operation;
  });
}

/** With the operation, sent together: the identity may still act, the signature is spent, the log knows. */
function spendConsent(
  tx: Tx,
  { caller, origin }: AccountRequest,
  { consent, event, allowsSuspended, replacementId }: Prepared,
  now: Date,
): Promise<void>[] {
  const { identityId, pid } = caller;
  return [
    assertMayAct(tx, identityId, allowsSuspended),
    ...(consent.wasAccepted ? [] : [recordAssertion(tx, { ...consent, now })]),
    ...(replacementId ? [assertStillActive(tx, replacementId)] : []),
    recordAudit(tx, { at: now, identityId, actor: pid, origin, ...event }),
  ];
}

/** Whoever removes a passkey or deletes the identity holds this lock too, and sees the operation or is seen by it. */
async function assertMayAct(tx: Tx, identityId: string, allowsSuspended: boolean): Promise<void> {
  const status = (await lockIdentity(tx, identityId))?.status;
  if (status !== 'active' && !(allowsSuspended && status === 'suspended')) throw refuse('identity_suspended');
}

async function assertStillActive(tx: Tx, passkeyId: string): Promise<void> {
  if (!(await lockActivePasskey(tx, passkeyId))) throw refuse('rotation_refused', { reason: 'not_active' });
}
