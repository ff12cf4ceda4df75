import type { EmbeddedChain } from '../embedded-chain.ts';
import * as accounts from './account-methods.ts';
import * as ledger from './ledger-methods.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';
import type { Params } from './params.ts';
import * as transactions from './transaction-methods.ts';

export interface RpcRequest {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

export interface RpcReply {
  readonly jsonrpc: '2.0';
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const methods = new Map<string, (chain: EmbeddedChain, params: Params) => unknown>(
  Object.entries({
    getAccountInfo: accounts.getAccountInfo,
    getBalance: accounts.getBalance,
    getMultipleAccounts: accounts.getMultipleAccounts,
    getProgramAccounts: accounts.getProgramAccounts,
    getTokenAccountBalance: accounts.getTokenAccountBalance,
    getTokenAccountsByOwner: accounts.getTokenAccountsByOwner,
    getTokenSupply: accounts.getTokenSupply,
    getBlockHeight: ledger.getBlockHeight,
    getBlockTime: ledger.getBlockTime,
    getEpochInfo: ledger.getEpochInfo,
    getFeeForMessage: ledger.getFeeForMessage,
    getGenesisHash: ledger.getGenesisHash,
    getHealth: ledger.getHealth,
    getLatestBlockhash: ledger.getLatestBlockhash,
    getMinimumBalanceForRentExemption: ledger.getMinimumBalanceForRentExemption,
    getRecentPrioritizationFees: ledger.getRecentPrioritizationFees,
    getSlot: ledger.getSlot,
    getVersion: ledger.getVersion,
    isBlockhashValid: ledger.isBlockhashValid,
    getSignatureStatuses: transactions.getSignatureStatuses,
    getSignaturesForAddress: transactions.getSignaturesForAddress,
    getTransaction: transactions.getTransaction,
    requestAirdrop: transactions.requestAirdrop,
    sendTransaction: transactions.sendTransaction,
    simulateTransaction: transactions.simulateTransaction,
  }),
);

/** Answers one JSON-RPC request. Errors that are not the caller's are thrown, for the owner of the chain to judge. */
export async function handleRequest(chain: EmbeddedChain, request: RpcRequest): Promise<RpcReply> {
  const { id = null, method, params = [] } = request;
  try {
    if (request.jsonrpc !== '2.0' || typeof method !== 'string')
      throw new RpcError(rpcCodes.invalidRequest, 'Invalid request');
    const run = methods.get(method);
    if (!run) throw new RpcError(rpcCodes.methodNotFound, 'Method not found');
    if (!Array.isArray(params))
      throw new RpcError(rpcCodes.invalidParams, 'Invalid params: expected a sequence.');
    return { jsonrpc: '2.0', id, result: await run(chain, params) };
  } catch (error) {
    if (error instanceof RpcError) return errorReply(id, error);
    throw error;
  }
}

export function errorReply(id: unknown, { code, message, data }: RpcError): RpcReply {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
