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
  /** Paid for each compute unit, on clusters where room in a block is scarce. */
  readonly unitPriceMicroLamports?: bigint;
}

/** A transaction of the operator's that landed and failed, or could not land. */
export class OperatorTransactionError extends Error {
  override readonly name = 'OperatorTransactionError';
}

/** Soon at first, for chains with short blocks, then more and more seldom: nothing here knows how long a block lasts. */
const firstPollMillis = 25;
const pollGrowth = 1.5;
const pollMillisMax = 500;
const resendEvery = 8;
const attemptsMax = 4;

/**
 * Signs, sends and waits for `confirmed`; signs anew when the blockhash has expired unseen. Only for instructions that do no
 * harm when they are carried out twice: users' money goes through the relay.
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
    // The machine may have slept since the blockhash was asked for.
    if (simulated.error === 'BlockhashNotFound') continue;
    // A run that was broken off a moment ago may have sent these very bytes: their status tells how they fared.
    if (simulated.error !== null && simulated.error !== 'AlreadyProcessed')
      throw new OperatorTransactionError(describe(simulated.error, simulated.logs));
    if (await confirm(deps, wire, latest.lastValidBlockHeight)) return signatureOf(wire);
  }
  throw new OperatorTransactionError(
    'a transaction did not land: the cluster may be congested, try again with --priority-fee',
  );
}

/** Sends what was signed elsewhere; false when its blockhash has expired. */
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
    // Asked before the status: what lands between the two questions is seen by the second.
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
