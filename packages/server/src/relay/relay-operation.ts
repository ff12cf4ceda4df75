import type { Address } from '@pid/protocol';
import { orChainError } from '../chain/index.ts';
import { signMessage, signatureOf, type Signer } from '../platform/chain/index.ts';
import type { Step } from '../platform/db/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Draft } from './draft-message.ts';
import { hasLanded, isOpen, type Operation, type OperationKind, type Pool, type Rent } from './operation.ts';
import { jittered, utcDay, type RelayDeps } from './relay-deps.ts';
import { reservationStep, storeOperation } from './relay-outbox.store.ts';
import { findRepeats } from './relay.store.ts';
import type { Watcher } from './watch-confirmations.ts';

/** Who asks for what. Requests with the same hash are one request, however often they come. */
export interface RelayRequest {
  readonly identityId: string;
  readonly kind: OperationKind;
  readonly requestHash: Buffer;
  readonly idempotencyKey: IdempotencyKey | null;
}

/** A checked and simulated message, and what it may cost. */
export interface RelayOrder {
  readonly account: Address;
  readonly accountNonce: bigint;
  readonly draft: Draft;
  /** Beside the relayer, who always signs. */
  readonly signers?: readonly Signer[];
  /** What the owner is charged. */
  readonly networkFeeLamports: bigint;
  readonly protocolFeeLamports: bigint;
  /** What the relayer stands to lose. */
  readonly sponsoredLamports: bigint;
  /** What of it lies in an account that can be closed. */
  readonly rent?: Rent;
  /** The transaction itself pays the relayer back. */
  readonly reimbursed: boolean;
  readonly pool: Pool;
  readonly details: Record<string, unknown>;
  /** Done in the statement that stores the operation: what one of them refuses is not sent. */
  onStore?(now: Date): readonly Step[];
}

export interface Relayed {
  readonly operation: Operation;
  /** The answer belongs to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** `seenBefore`: exactly these bytes, assertion and all, were accepted before and came to nothing. */
export type Prepare = (known: { readonly seenBefore: boolean }) => Promise<RelayOrder | null>;

/**
 * Carries an operation to the chain, or joins one that is on its way: the same request or key never makes a second transaction.
 * `prepare` runs only for what is new; null from it means that nothing is to be sent. Returns when the chain has confirmed.
 */
export async function relayOperation(
  deps: RelayDeps & { readonly watcher: Watcher },
  request: RelayRequest,
  prepare: Prepare,
): Promise<Relayed | null> {
  const repeats = await findRepeats(
    deps.db,
    request.identityId,
    request.requestHash,
    request.idempotencyKey?.key ?? null,
  );
  const joined = joinable(request, repeats);
  if (joined) return outcomeOf(deps, joined);
  const seenBefore = repeats.some(({ requestHash }) => requestHash.equals(request.requestHash));
  const order = await prepare({ seenBefore }).catch(async (error: unknown) => {
    // A twin of this request may have landed since the look above, and so be the very reason of the refusal.
    const twin = await findTwin(deps, request);
    if (!twin) throw error;
    return twin;
  });
  if (!order) return null;
  if ('operation' in order) return outcomeOf(deps, order);
  const wire = await orChainError(
    signMessage(order.draft.message, [deps.chain.keys.relayer, ...(order.signers ?? [])]),
  );
  deps.crashAt?.('signed');
  const operation = await store(deps, request, order, wire);
  if (!operation) {
    // Another request was first: the same one is joined, a different one holds the nonce.
    const winner = await findTwin(deps, request);
    if (!winner) throw refuse('nonce_busy', { nonce: String(order.accountNonce) });
    return outcomeOf(deps, winner);
  }
  deps.crashAt?.('stored');
  // Whatever the node says, and however long it takes: the bytes are stored, and only the chain's state decides from here on.
  const sending = deps.chain.client
    .send(wire)
    .catch((error: unknown) =>
      deps.log.warn(
        { err: error, operation: operation.id },
        'the first send failed, the bytes are sent again',
      ),
    )
    .then(() => deps.crashAt?.('sent'));
  return outcomeOf(deps, { operation, byKey: false }, sending);
}

interface Joined {
  readonly operation: Operation;
  readonly byKey: boolean;
}

/** What stands is joined; what came to nothing may be tried again. */
function joinable(
  request: RelayRequest,
  repeats: readonly (Operation & { byKey: boolean })[],
): Joined | null {
  for (const { byKey, ...operation } of repeats) {
    if (!isOpen(operation) && !hasLanded(operation)) continue;
    if (byKey && !operation.requestHash.equals(request.requestHash)) throw refuse('idempotency_key_reused');
    return { operation, byKey };
  }
  return null;
}

async function findTwin(deps: RelayDeps, request: RelayRequest): Promise<Joined | null> {
  const key = request.idempotencyKey?.key ?? null;
  return joinable(request, await findRepeats(deps.db, request.identityId, request.requestHash, key));
}

/** Null when another operation holds the nonce or the key. */
function store(
  deps: RelayDeps,
  request: RelayRequest,
  order: RelayOrder,
  wire: Uint8Array,
): Promise<Operation | null> {
  const now = deps.clock.now();
  return storeOperation(
    deps.db,
    {
      id: deps.ids.uuid(),
      identityId: request.identityId,
      kind: request.kind,
      account: order.account,
      accountNonce: order.accountNonce,
      signature: signatureOf(wire),
      wire,
      lastValidBlockHeight: order.draft.lastValidBlockHeight,
      blockhashSlot: order.draft.blockhashSlot,
      requestHash: request.requestHash,
      idempotencyKey: request.idempotencyKey?.key ?? null,
      networkFeeLamports: order.networkFeeLamports,
      protocolFeeLamports: order.protocolFeeLamports,
      sponsoredLamports: order.sponsoredLamports,
      rent: order.rent ?? null,
      reimbursed: order.reimbursed,
      pool: order.pool,
      details: order.details,
      now,
      nextAttemptAt: new Date(
        deps.clock.nowMillis() + jittered(deps.ids, deps.chain.pace.sending().firstMillis),
      ),
    },
    [...(order.onStore?.(now) ?? []), ...capSteps(deps, request, order, now)],
  );
}

/** The row that all share comes last: it is locked only until the commit that follows. */
function capSteps(
  { limits }: RelayDeps,
  { identityId }: RelayRequest,
  { pool, sponsoredLamports: lamports }: RelayOrder,
  now: Date,
): Step[] {
  const day = utcDay(now);
  const { identityLamports, globalLamports } = limits.caps[pool];
  return [
    reservationStep(
      'identity_cap',
      { day, pool, holder: identityId, lamports, capLamports: identityLamports },
      () =>
        refuse('relay_identity_cap').retryAfter(
          Math.ceil((Date.parse(`${day}T24:00:00Z`) - now.getTime()) / 1000),
        ),
    ),
    reservationStep('global_cap', { day, pool, holder: 'all', lamports, capLamports: globalLamports }, () =>
      refuse('relay_global_cap'),
    ),
  ];
}

async function outcomeOf(
  deps: RelayDeps & { readonly watcher: Watcher },
  { operation, byKey }: Joined,
  sending?: Promise<unknown>,
): Promise<Relayed> {
  const timeoutMillis = deps.limits.confirmTimeoutSeconds * 1000;
  const settled = await deps.watcher.settled(operation, timeoutMillis, sending);
  if (!settled || settled.state === 'prepared' || settled.state === 'expired')
    throw refuse('not_confirmed_yet');
  if (settled.state === 'superseded')
    throw refuse('operation_superseded', { nonce: String(settled.accountNonce) });
  if (settled.state === 'failed')
    throw refuse('operation_failed', { detail: settled.error ?? 'no reason given' });
  return { operation: settled, replayed: byKey };
}
