import {
  compileMessage,
  computeBudget,
  toAddress,
  type Address,
  type CompiledMessage,
  type ProgramInstruction,
} from '@pid/protocol';
import { unsignedWire } from '../platform/chain/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { describeChainError, isPassingError } from './describe-chain-error.ts';
import type { RelayDeps } from './relay-deps.ts';

/** Compute unit limits of the templates: the measured use, plus room for long address searches. */
export const unitLimits = {
  activate: 100_000,
  withdrawSol: 15_000,
  withdrawSpl: 100_000,
  /** Memo and references of a withdrawal, in addition to it. */
  transferNote: 80_000,
  rotate: 10_000,
  registerSession: 60_000,
  revokeSession: 12_000,
  setRecoveryPolicy: 60_000,
  recoveryStep: 12_000,
} as const;

export interface Template {
  readonly unitLimit: number;
  /** The cap of the fee policy: the priority fee stays below it. */
  readonly maxFeeLamports: bigint;
  /** The instructions of the operation, given the fee that the relayer attests. */
  build(networkFeeLamports: bigint): readonly ProgramInstruction[];
}

/** The exact message to send, and its fee on the chain. */
export interface Draft {
  readonly message: CompiledMessage;
  readonly feeLamports: bigint;
  readonly lastValidBlockHeight: bigint;
  readonly blockhashSlot: bigint;
}

export async function draftMessage(
  deps: Pick<RelayDeps, 'chain' | 'limits'>,
  template: Template,
  unitPriceMicroLamports: bigint,
): Promise<Draft> {
  const { client, keys } = deps.chain;
  const { blockhash, lastValidBlockHeight, slot } = await client.latestBlockhash();
  const compile = (unitPrice: bigint, fee: bigint) =>
    compileMessage(keys.relayer.address, toAddress(blockhash), [
      ...computeBudget(template.unitLimit, unitPrice),
      ...template.build(fee),
    ]);
  const feeOf = async (message: CompiledMessage) => {
    const fee = await client.feeForMessage(message.messageBytes, { minContextSlot: slot });
    if (fee === null) throw refuse('chain_unavailable');
    return fee;
  };
  let unitPrice = unitPriceMicroLamports;
  let feeLamports = await feeOf(compile(unitPrice, 0n));
  if (feeLamports > template.maxFeeLamports && unitPrice > 0n) {
    const base = feeLamports - priorityLamports(template.unitLimit, unitPrice);
    unitPrice =
      template.maxFeeLamports > base
        ? ((template.maxFeeLamports - base) * 1_000_000n) / BigInt(template.unitLimit)
        : 0n;
    feeLamports = await feeOf(compile(unitPrice, 0n));
  }
  return { message: compile(unitPrice, feeLamports), feeLamports, lastValidBlockHeight, blockhashSlot: slot };
}

function priorityLamports(unitLimit: number, unitPrice: bigint): bigint {
  return (BigInt(unitLimit) * unitPrice + 999_999n) / 1_000_000n;
}

/** Simulates the message without our signatures: we sign only messages that would succeed. */
export async function simulateDraft({ chain }: Pick<RelayDeps, 'chain'>, draft: Draft): Promise<void> {
  const outcome = await chain.client.simulate(unsignedWire(draft.message), {
    verifySignatures: false,
    minContextSlot: draft.blockhashSlot,
  });
  if (outcome.error === null) return;
  if (isPassingError(outcome.error)) throw refuse('chain_unavailable');
  if (outcome.error === 'InsufficientFundsForFee') throw refuse('relayer_balance_low');
  throw refuse('simulation_refused', { detail: describeChainError(outcome.error) });
}

const priceMillis = 5000;
const pricesMax = 10_000;

/**
 * The median of recent prices for writing the player's own accounts, as a cluster reports it, up to our
 * limit. Shared accounts (the relayer's, the treasury's) are not included: a player who floods those would
 * set the price for all.
 */
export function priorityPrices(
  deps: Pick<RelayDeps, 'chain' | 'clock' | 'limits' | 'log'>,
): (accounts: readonly Address[]) => Promise<bigint> {
  const kept = new Map<string, { readonly price: Promise<bigint>; readonly untilMillis: number }>();
  async function ask(accounts: readonly Address[]): Promise<bigint> {
    try {
      const fees = await deps.chain.client.rpc.getRecentPrioritizationFees([...accounts]).send();
      const price = median(fees.map(({ prioritizationFee }) => BigInt(prioritizationFee)));
      return price < deps.limits.priorityFeeMaxMicroLamports
        ? price
        : deps.limits.priorityFeeMaxMicroLamports;
    } catch (error) {
      deps.log.warn({ err: error }, 'priority fees are unknown; paying none');
      return 0n;
    }
  }
  return (accounts) => {
    const now = deps.clock.nowMillis();
    // mutant: accounts.join(' ') => ''
    const key = accounts.join(' ');
    const known = kept.get(key);
    if (known && now < known.untilMillis) return known.price;
    // A map keeps insertion order, so the oldest come first.
    for (const [old, { untilMillis }] of kept) {
      if (now < untilMillis && kept.size < pricesMax) break;
      kept.delete(old);
    }
    const price = ask(accounts);
    kept.delete(key);
    kept.set(key, { price, untilMillis: now + priceMillis });
    return price;
  };
}

/** The lower of the two middle values. */
function median(prices: readonly bigint[]): bigint {
  const sorted = prices.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
}
