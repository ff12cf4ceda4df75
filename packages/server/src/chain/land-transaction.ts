import { unitPrice } from '@pid/protocol';
import type { ChainClient } from '../platform/chain/client/index.ts';
import {
  signInstructions,
  signatureOf,
  type Signer,
  type TransactionDraft,
} from '../platform/chain/index.ts';

export interface LandDeps {
  readonly client: ChainClient;
  readonly sleep: (millis: number) => Promise<void>;
  /** The price per compute unit, for congested clusters. */
  readonly unitPriceMicroLamports?: bigint;
}

/** An operator's transaction failed on the chain or could not land. */
export class OperatorTransactionError extends Error {
  override readonly name = 'OperatorTransactionError';
}

/** Polls quickly at first, for chains with short blocks, then less often: the block time is unknown here. */
const firstPollMillis = 25;
const pollGrowth = 1.5;
const pollMillisMax = 500;
const resendEvery = 8;
const attemptsMax = 4;

/**
 * Signs, sends and waits for `confirmed`; signs again if the blockhash expires before the transaction is
 * seen. Use it only for instructions that are safe to execute twice; players' money goes through the relay.
 */
export async function landTransaction(
  deps: LandDeps,
  feePayer: Signer,
  instructions: TransactionDraft['instructions'],
  signers: readonly Signer[] = [],
): Promise<string> {
  const price = deps.unitPriceMicroLamports ?? 0n;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const latest = await deps.client.latestBlockhash();
    const wire = await signInstructions({
      feePayer,
      signers,
      blockhash: latest.blockhash,
      instructions: [...(price > 0n ? [unitPrice(price)] : []), ...instructions],
    });
    const simulated = await deps.client.simulate(wire);
    // The machine may have been suspended since the blockhash was fetched.
    if (simulated.error === 'BlockhashNotFound') continue;
    // An interrupted earlier run may have sent the same bytes; their status shows the outcome.
    if (simulated.error !== null && simulated.error !== 'AlreadyProcessed')
      throw new OperatorTransactionError(describe(simulated.error, simulated.logs));
    if (await confirm(deps, wire, latest.lastValidBlockHeight)) return signatureOf(wire);
  }
  throw new OperatorTransactionError(
    'a transaction did not land: the cluster may be congested, retry with --priority-fee',
  );
}

/** Sends a transaction that was signed elsewhere; returns false if its blockhash has expired. */
export async function landSigned(
  deps: LandDeps,
  wire: Uint8Array,
  lastValidBlockHeight: bigint,
): Promise<boolean> {
  const simulated = await deps.client.simulate(wire);
  if (simulated.error === 'BlockhashNotFound') return false;
  if (simulated.error !== null && simulated.error !== 'AlreadyProcessed')
    throw new OperatorTransactionError(describe(simulated.error, simulated.logs));
  return confirm(deps, wire, lastValidBlockHeight);
}

async function confirm(
  { client, sleep }: LandDeps,
  wire: Uint8Array,
  lastValidBlockHeight: bigint,
): Promise<boolean> {
  const signature = signatureOf(wire);
  for (let polls = 0; ; polls += 1) {
    if (polls % resendEvery === 0) await client.send(wire);
    // Read the height before the status: a transaction that lands between the two reads is then seen.
    const height = await client.blockHeight({ commitment: 'finalized' });
    const [status] = await client.statuses([signature]);
    if (status?.error) throw new OperatorTransactionError(describe(status.error, []));
    if (status && status.commitment !== 'processed') return true;
    if (!status && height > lastValidBlockHeight) return false;
    await sleep(Math.min(pollMillisMax, firstPollMillis * pollGrowth ** polls));
  }
}

function describe(error: unknown, logs: readonly string[]): string {
  const text = JSON.stringify(error, (_key, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  return `the chain refused a transaction: ${text}${logs.length > 0 ? `; it logged: ${logs.slice(-3).join(' / ')}` : ''}`;
}
