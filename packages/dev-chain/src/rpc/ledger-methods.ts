import { blockhashWindowSlots, slotsPerEpoch, type ChainTime } from '../chain-time.ts';
import type { EmbeddedChain } from '../embedded-chain.ts';
import { feeOf } from '../fee.ts';
import { parseMessage } from '../parse-transaction.ts';
import {
  addressesParam,
  apiVersion,
  bytesParam,
  contextSlot,
  optionsParam,
  u64Param,
  withContext,
  type Params,
} from './params.ts';
import { RpcError, invalidParams, rpcCodes } from './rpc-error.ts';

/** MAX_PERMITTED_DATA_LENGTH of the system program, in bytes. */
const accountBytesMax = 10_485_760n;

export const getHealth = (): string => 'ok';
export const getVersion = (): unknown => ({ 'solana-core': apiVersion, 'feature-set': 0 });
export const getGenesisHash = (chain: EmbeddedChain): string => chain.secrets.genesisHash;

export function getSlot(chain: EmbeddedChain, [config]: Params): bigint {
  return contextSlot(chain.time, optionsParam(config));
}

export function getBlockHeight(chain: EmbeddedChain, [config]: Params): bigint {
  return chain.time.blockHeightOf(contextSlot(chain.time, optionsParam(config)));
}

export function getBlockTime({ time }: EmbeddedChain, [slot]: Params): bigint {
  const wanted = u64Param(slot);
  if (wanted < time.anchor.slot)
    throw new RpcError(
      rpcCodes.slotSkipped,
      `Slot ${wanted} was skipped, or missing due to ledger jump to recent snapshot`,
    );
  if (wanted > time.slot())
    throw new RpcError(rpcCodes.blockNotAvailable, `Block not available for slot ${wanted}`);
  return time.secondsOf(wanted);
}

export function getEpochInfo({ time }: EmbeddedChain, [config]: Params): unknown {
  const slot = contextSlot(time, optionsParam(config));
  return {
    absoluteSlot: slot,
    blockHeight: time.blockHeightOf(slot),
    epoch: slot / slotsPerEpoch,
    slotIndex: slot % slotsPerEpoch,
    slotsInEpoch: slotsPerEpoch,
    transactionCount: null,
  };
}

export function getLatestBlockhash({ time }: EmbeddedChain, [config]: Params): unknown {
  const slot = contextSlot(time, optionsParam(config));
  return withContext(slot, latestBlockhash(time, slot));
}

export function latestBlockhash(
  time: ChainTime,
  slot: bigint,
): { blockhash: string; lastValidBlockHeight: bigint } {
  return {
    blockhash: time.blockhashOf(slot),
    lastValidBlockHeight: time.blockHeightOf(slot + blockhashWindowSlots),
  };
}

export function isBlockhashValid(chain: EmbeddedChain, [blockhash, config]: Params): unknown {
  const slot = contextSlot(chain.time, optionsParam(config));
  return withContext(slot, chain.isBlockhashValid(String(blockhash), slot));
}

export function getFeeForMessage(chain: EmbeddedChain, [message, config]: Params): unknown {
  const slot = contextSlot(chain.time, optionsParam(config));
  const bytes = bytesParam(message, 'base64');
  let parsed;
  try {
    parsed = parseMessage(bytes);
  } catch (error) {
    throw invalidParams((error as Error).message);
  }
  return withContext(slot, chain.isBlockhashValid(parsed.blockhash, slot) ? feeOf(parsed) : null);
}

export function getMinimumBalanceForRentExemption(chain: EmbeddedChain, [dataBytes]: Params): bigint {
  const wanted = u64Param(dataBytes);
  if (wanted > accountBytesMax) throw new RpcError(rpcCodes.invalidRequest, 'Invalid request');
  return chain.vm.rentExemptLamports(wanted);
}

/**
 * Blocks of this chain always have room, so the priority fee is always zero. As on a cluster, empty blocks
 * are not listed.
 */
export function getRecentPrioritizationFees(chain: EmbeddedChain, [addresses]: Params): unknown {
  addressesParam(addresses ?? [], 128);
  const slot = chain.time.slotAt('confirmed');
  return chain
    .slotsWithTransactions()
    .filter((made) => made > slot - blockhashWindowSlots && made <= slot)
    .map((made) => ({ slot: made, prioritizationFee: 0 }));
}
