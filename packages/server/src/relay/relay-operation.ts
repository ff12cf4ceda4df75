import type { Address } from '@pid/protocol';
import { orChainError } from '../chain/index.ts';
import { signMessage, signatureOf, type Signer } from '../platform/chain/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { simulateDraft, type Draft, type Template } from './draft-message.ts';
import { hasLanded, isOpen, type Operation, type Pool, type RelayRequest, type Rent } from './operation.ts';
import { later, utcDay, type RelayDeps } from './relay-deps.ts';
import { insertOperation } from './relay-outbox.store.ts';
import { countInPool, listRepeats } from './relay.store.ts';
import { reserve } from './spending.store.ts';
import type { Watcher } from './watch-confirmations.ts';

/** A checked message, its maximum cost, and the records that are stored with it. */
export interface RelayOrder {
  readonly account: Address;
  readonly accountNonce: bigint;
  readonly draft: Draft;
  /** Signers besides the relayer, who always signs. */
  readonly signers?: readonly Signer[];
  /** Charged to the owner. */
  readonly networkFeeLamports: bigint;
  readonly protocolFeeLamports: bigint;
  /** The maximum loss of the relayer. */
  readonly sponsoredLamports: bigint;
  /** The part of it that is rent of an account that can be closed. */
  readonly rent?: Rent;
  /** The transaction itself reimburses the relayer. */
  readonly reimbursed: boolean;
  readonly pool: Pool;
  /** Only with the pool `sponsorship`. */
  readonly sponsorApp?: string;
  readonly details: Record<string, unknown>;
  /** The balance of the relayer, without the lamports that this operation takes from it besides its fee. */
  readonly relayerLamports: bigint;
  /**
   * Checks under locks and the records of the slice. Runs in the transaction that stores the bytes, after them
   * and before the caps are reserved. It may run again if the transaction is retried.
   */
  record(tx: Tx, operation: Operation): Promise<void>;
}

/**
 * The message to send and its fee. The priority price follows the prices paid for `own`, the player's own
 * accounts.
 */
export type DraftMessage = (template: Template, own: readonly Address[]) => Promise<Draft>;

export interface Relayed {
  readonly operation: Operation;
  /** The operation belongs to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

type SendDeps = RelayDeps & { readonly watcher: Watcher };
type SubmitDeps = SendDeps & { readonly draftMessage: DraftMessage };

/** The only order of the steps: join, prepare, simulate, sign, store, record, reserve, send. */
export async function submitOperation<None extends null = never>(
  deps: SubmitDeps,
  request: RelayRequest,
  prepare: (draftMessage: DraftMessage) => Promise<RelayOrder | NoInfer<None>>,
): Promise<Relayed | None> {
  const joined = await joinOperation(deps, request);
  if (joined) return joined;
  let stored: Operation | None;
  try {
    stored = await prepareAndStore(deps, request, prepare);
  } catch (error) {
    // The cause may be an identical request that succeeded meanwhile.
    const twin = await joinOperation(deps, request);
    if (!twin) throw error;
    return twin;
  }
  return stored === null ? stored : sendStored(deps, stored);
}

async function prepareAndStore<None extends null>(
  deps: SubmitDeps,
  request: RelayRequest,
  prepare: (draftMessage: DraftMessage) => Promise<RelayOrder | NoInfer<None>>,
): Promise<Operation | None> {
  const order = await prepare(deps.draftMessage);
  if (order === null) return order;
  if (!isFunded(deps, order)) throw refuse('relayer_balance_low');
  await orChainError(simulateDraft(deps, order.draft));
  const wire = await signOrder(deps, order);
  return deps.db.transaction(async (tx) => {
    // First, so that it waits for concurrent requests without holding locks.
    const operation = await storeOperation(deps, tx, request, order, wire);
    await order.record(tx, operation);
    // Last, because it locks the row that all operations share.
    await reserveCaps(deps, tx, operation);
    return operation;
  });
}

/**
 * Waits for the operation that this request, or its key, started before. Null when none is open or landed: an
 * operation without effect can be repeated.
 */
async function joinOperation(deps: SendDeps, request: RelayRequest): Promise<Relayed | null> {
  for (const { byKey, ...operation } of await listRepeats(deps.db, request)) {
    if (!isOpen(operation) && !hasLanded(operation)) continue;
    if (byKey && !operation.requestHash.equals(request.requestHash)) throw refuse('idempotency_key_reused');
    return { operation: await outcomeOf(deps, operation), replayed: byKey };
  }
  return null;
}

/** Whether exactly this request, including its assertion, was accepted before. */
export async function wasAccepted(
  { db }: Pick<RelayDeps, 'db'>,
  request: Pick<RelayRequest, 'identityId' | 'requestHash'>,
): Promise<boolean> {
  return (await listRepeats(db, { ...request, idempotencyKey: null })).length > 0;
}

/**
 * Payments that are not reimbursed stop first, so that they cannot use up the balance that all other purposes
 * need. Below the minimum, down to half of it, only emergencies, recoveries and policies are accepted.
 */
const minimumHalves: Readonly<Record<Pool, bigint>> = {
  session: 4n,
  sponsorship: 4n,
  paid: 4n,
  withdrawal: 2n,
  activation: 2n,
  emergency: 1n,
  recovery: 1n,
  policy: 1n,
};

/** Whether the relayer has enough left. `relayerLamports` is without what the operation takes besides its fee. */
export function isFunded(
  { limits }: Pick<RelayDeps, 'limits'>,
  { relayerLamports, pool }: Pick<RelayOrder, 'relayerLamports' | 'pool'>,
): boolean {
  return relayerLamports * 2n >= minimumHalves[pool] * limits.relayerMinLamports;
}

async function signOrder(deps: RelayDeps, { draft, signers = [] }: RelayOrder): Promise<Uint8Array> {
  const wire = await orChainError(signMessage(draft.message, [...deps.chain.relayers, ...signers]));
  deps.crashAt?.('signed');
  return wire;
}

/**
 * Refuses when another operation holds the nonce or the key: the unique indexes let one of several concurrent
 * inserts through.
 */
async function storeOperation(
  deps: RelayDeps,
  tx: Tx,
  request: RelayRequest,
  order: RelayOrder,
  wire: Uint8Array,
): Promise<Operation> {
  const { draft, rent, sponsorApp, signers: _, relayerLamports: _balance, record: _record, ...terms } = order;
  const { idempotencyKey, ...asked } = request;
  const now = deps.clock.now();
  const stored = await insertOperation(tx, {
    ...terms,
    ...asked,
    id: deps.ids.uuid(),
    signature: signatureOf(wire),
    wire,
    lastValidBlockHeight: draft.lastValidBlockHeight,
    blockhashSlot: draft.blockhashSlot,
    idempotencyKey: idempotencyKey?.key ?? null,
    rent: rent ?? null,
    sponsorApp: sponsorApp ?? null,
    now,
    nextAttemptAt: later(deps, deps.chain.pace.sending().firstMillis),
  });
  if (!stored) throw refuse('nonce_busy', { nonce: String(order.accountNonce) });
  return stored;
}

/**
 * Every player has these steps, whatever others use up: rotations, revocations and cancelled recoveries of
 * one day, and in seven days two votes of five guardians each, with a finish.
 */
const reserves = { emergency: { steps: 5, days: 1 }, recovery: { steps: 12, days: 7 } } as const;
const noCaps = { identityLamports: 2n ** 62n, globalLamports: 2n ** 62n };

async function reserveCaps(
  { limits }: RelayDeps,
  tx: Tx,
  { createdAt, pool, identityId, sponsorApp, sponsoredLamports: lamports }: Operation,
): Promise<void> {
  const day = utcDay(createdAt);
  const caps = (await isReserved(tx, { pool, identityId, day })) ? noCaps : limits.caps[pool];
  const passed = await reserve(tx, { day, pool, identityId, sponsorApp, lamports, caps });
  if (passed === 'identity') throw refuse('relay_identity_cap').retryAfter(secondsLeftOf(day, createdAt));
  if (passed !== null) throw refuse('relay_global_cap');
}

async function isReserved(
  tx: Tx,
  { pool, identityId, day }: { pool: Pool; identityId: string; day: string },
): Promise<boolean> {
  if (pool !== 'emergency' && pool !== 'recovery') return false;
  const { steps, days } = reserves[pool];
  const since = new Date(Date.parse(`${day}T00:00:00Z`) - (days - 1) * 86_400_000);
  // mutant (recovery/hostile): <= steps => >= 0
  return (await countInPool(tx, { pool, identityId, since })) <= steps;
}

function secondsLeftOf(day: string, now: Date): number {
  return Math.ceil((Date.parse(`${day}T24:00:00Z`) - now.getTime()) / 1000);
}

/**
 * Errors of the node are only logged: the bytes are stored, and from here on only the state of the chain
 * decides.
 */
async function sendStored(deps: SendDeps, operation: Operation): Promise<Relayed> {
  deps.crashAt?.('stored');
  const sending = deps.chain.client
    .send(operation.wire)
    .catch((error: unknown) =>
      deps.log.warn(
        { err: error, operation: operation.id },
        'the first send failed; the bytes will be sent again',
      ),
    )
    .then(() => deps.crashAt?.('sent'));
  return { operation: await outcomeOf(deps, operation, sending), replayed: false };
}

async function outcomeOf(
  deps: SendDeps,
  operation: Operation,
  sending?: Promise<unknown>,
): Promise<Operation> {
  const timeoutMillis = deps.limits.confirmTimeoutSeconds * 1000;
  const settled = await deps.watcher.settled(operation, timeoutMillis, sending);
  if (!settled || settled.state === 'prepared' || settled.state === 'expired')
    throw refuse('not_confirmed_yet');
  if (settled.state === 'superseded')
    throw refuse('operation_superseded', { nonce: String(settled.accountNonce) });
  if (settled.state === 'failed')
    throw refuse('operation_failed', { detail: settled.error ?? 'no reason given' });
  return settled;
}
