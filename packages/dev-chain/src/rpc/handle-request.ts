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

/** The number is the maximum of parameters. */
const methods = new Map(
  Object.entries<[run: (chain: EmbeddedChain, params: Params) => unknown, most: number]>({
    getAccountInfo: [accounts.getAccountInfo, 2],
    getBalance: [accounts.getBalance, 2],
    getMultipleAccounts: [accounts.getMultipleAccounts, 2],
    getProgramAccounts: [accounts.getProgramAccounts, 2],
    getTokenAccountBalance: [accounts.getTokenAccountBalance, 2],
    getTokenAccountsByOwner: [accounts.getTokenAccountsByOwner, 3],
    getTokenSupply: [accounts.getTokenSupply, 2],
    getBlockHeight: [ledger.getBlockHeight, 1],
    getBlockTime: [ledger.getBlockTime, 1],
    getEpochInfo: [ledger.getEpochInfo, 1],
    getFeeForMessage: [ledger.getFeeForMessage, 2],
    getGenesisHash: [ledger.getGenesisHash, 0],
    getHealth: [ledger.getHealth, 0],
    getLatestBlockhash: [ledger.getLatestBlockhash, 1],
    getMinimumBalanceForRentExemption: [ledger.getMinimumBalanceForRentExemption, 2],
    getRecentPrioritizationFees: [ledger.getRecentPrioritizationFees, 1],
    getSlot: [ledger.getSlot, 1],
    getVersion: [ledger.getVersion, 0],
    isBlockhashValid: [ledger.isBlockhashValid, 2],
    getSignatureStatuses: [transactions.getSignatureStatuses, 2],
    getSignaturesForAddress: [transactions.getSignaturesForAddress, 2],
    getTransaction: [transactions.getTransaction, 2],
    requestAirdrop: [transactions.requestAirdrop, 3],
    sendTransaction: [transactions.sendTransaction, 2],
    simulateTransaction: [transactions.simulateTransaction, 2],
  }),
);

/**
 * Responds to one JSON-RPC request. Throws errors that are not the caller's fault; the owner of the chain
 * handles them.
 */
export async function handleRequest(chain: EmbeddedChain, request: RpcRequest): Promise<RpcReply> {
  const { id = null, method, params = [] } = request;
  try {
    if (request.jsonrpc !== '2.0' || typeof method !== 'string')
      throw new RpcError(rpcCodes.invalidRequest, 'Invalid request');
    const known = methods.get(method);
    if (!known) throw new RpcError(rpcCodes.methodNotFound, 'Method not found');
    if (!Array.isArray(params))
      throw new RpcError(rpcCodes.invalidParams, 'Invalid params: expected a sequence.');
    const [run, most] = known;
    if (params.length > most)
      throw new RpcError(rpcCodes.invalidParams, `Invalid parameters: Expected at most ${most} parameters.`);
    return { jsonrpc: '2.0', id, result: await run(chain, params) };
  } catch (error) {
    if (error instanceof RpcError) return errorReply(id, error);
    throw error;
  }
}

export function errorReply(id: unknown, { code, message, data }: RpcError): RpcReply {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
