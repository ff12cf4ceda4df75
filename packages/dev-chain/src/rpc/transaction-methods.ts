import { randomInt } from 'node:crypto';
import { SYSTEM_PROGRAM, encodeBase58, type Address } from '@pid/protocol';
import type { Commitment } from '../chain-time.ts';
import { findTransactions, listSignatures, type StoredTransaction } from '../embedded-chain.store.ts';
import type { EmbeddedChain, SignatureStatus } from '../embedded-chain.ts';
import { innerInstructionsOf, returnDataOf, type LandedMeta } from '../landed-meta.ts';
import { parseTransaction, type ParsedTransaction } from '../parse-transaction.ts';
import { signInstructions } from '@pid/server/platform/chain/sign-transaction.ts';
import { describeTransactionError, type TransactionError } from '../transaction-errors.ts';
import type { Simulation } from '../vm.ts';
import { accountJson } from './account-methods.ts';
import { latestBlockhash } from './ledger-methods.ts';
import {
  addressParam,
  addressesParam,
  bytesParam,
  commitmentOf,
  contextSlot,
  optionsParam,
  signatureParam,
  u64Param,
  withContext,
  type Options,
  type Params,
} from './params.ts';
import { RpcError, invalidParams, rpcCodes } from './rpc-error.ts';

const airdropLamportsMax = 1_000_000_000_000_000n;

function transactionParam(value: unknown, options: Options): ParsedTransaction {
  const wire = bytesParam(value, options['encoding']);
  try {
    return parseTransaction(wire);
  } catch (error) {
    throw new RpcError(
      rpcCodes.invalidParams,
      `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${(error as Error).message}`,
    );
  }
}

function simulationJson(
  result: Simulation,
  accounts: unknown,
  replacement: unknown,
): Record<string, unknown> {
  return {
    accounts,
    err: result.error,
    fee: null,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    logs: result.logs,
    replacementBlockhash: replacement,
    returnData: returnDataOf(result),
    unitsConsumed: result.unitsConsumed,
  };
}

export async function simulateTransaction(chain: EmbeddedChain, [value, config]: Params): Promise<unknown> {
  const options = optionsParam(config);
  const transaction = transactionParam(value, options);
  const replace = options['replaceRecentBlockhash'] === true;
  const verifySignatures = options['sigVerify'] === true;
  if (replace && verifySignatures)
    throw new RpcError(rpcCodes.invalidParams, 'sigVerify may not be used with replaceRecentBlockhash');
  contextSlot(chain.time, options);
  const wanted = options['accounts'] === undefined ? null : optionsParam(options['accounts']);
  if (wanted?.['encoding'] === 'base58' || wanted?.['encoding'] === 'binary')
    throw new RpcError(rpcCodes.invalidParams, 'base58 encoding not supported');
  const addresses = wanted ? addressesParam(wanted['addresses'], transaction.keys.length) : [];
  const { slot, result, accounts } = await chain.simulate(transaction, commitmentOf(options['commitment']), {
    verifySignatures,
    anyBlockhash: replace,
    accounts: addresses,
  });
  const shown =
    wanted && result.error === null
      ? accounts.map((account) => accountJson(account, { encoding: 'base64', ...wanted }))
      : null;
  const body = simulationJson(result, shown, replace ? latestBlockhash(chain.time, slot) : null);
  return withContext(
    slot,
    options['innerInstructions'] === true
      ? { ...body, innerInstructions: innerInstructionsOf(result) }
      : body,
  );
}

export async function sendTransaction(chain: EmbeddedChain, [value, config]: Params): Promise<string> {
  const options = optionsParam(config);
  const transaction = transactionParam(value, options);
  const preflight = options['skipPreflight'] === true ? null : commitmentOf(options['preflightCommitment']);
  contextSlot(chain.time, {
    commitment: preflight ?? 'processed',
    minContextSlot: options['minContextSlot'],
  });
  const failure = await chain.send(transaction, preflight);
  if (failure && failure.error !== null) {
    throw new RpcError(
      rpcCodes.preflightFailure,
      `Transaction simulation failed: ${describeTransactionError(failure.error)}`,
      simulationJson(failure, null, null),
    );
  }
  return transaction.signature;
}

export async function requestAirdrop(chain: EmbeddedChain, [to, amount, config]: Params): Promise<string> {
  const destination = addressParam(to);
  const lamports = u64Param(amount);
  if (lamports === 0n || lamports > airdropLamportsMax)
    throw new RpcError(
      rpcCodes.internalError,
      `Internal error: an airdrop must be 1 to ${airdropLamportsMax} lamports`,
    );
  commitmentOf(optionsParam(config)['commitment']);
  const transfer = Buffer.alloc(12);
  transfer.writeUInt32LE(2);
  transfer.writeBigUInt64LE(lamports, 4);
  // Two equal airdrops in one slot would be the same transaction. A different compute unit limit
  // distinguishes them and costs nothing.
  const limit = Buffer.alloc(5);
  limit.writeUInt8(2);
  limit.writeUInt32LE(1000 + ((airdropCount += 1) % 1_000_000), 1);
  const { faucet } = chain.secrets;
  const wire = await signInstructions({
    feePayer: faucet,
    blockhash: chain.time.blockhashOf(chain.time.slot()),
    instructions: [
      { programAddress: computeBudgetProgram, accounts: [], data: limit },
      {
        programAddress: SYSTEM_PROGRAM,
        accounts: [
          { address: faucet.address, role: 3 },
          { address: destination, role: 1 },
        ],
        data: transfer,
      },
    ],
  });
  const transaction = parseTransaction(wire);
  const failure = await chain.send(transaction, 'processed');
  if (failure && failure.error !== null)
    throw new RpcError(
      rpcCodes.internalError,
      `Internal error: the faucet refused: ${describeTransactionError(failure.error)}`,
    );
  return transaction.signature;
}

const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111' as Address;
let airdropCount = randomInt(1_000_000);

export async function getSignatureStatuses(
  chain: EmbeddedChain,
  [signatures, config]: Params,
): Promise<unknown> {
  if (!Array.isArray(signatures) || signatures.length > 256)
    throw new RpcError(rpcCodes.invalidParams, 'Too many inputs provided; max 256');
  const bytes = signatures.map(signatureParam);
  const names = bytes.map(encodeBase58);
  const found = new Map<string, SignatureStatus | null>(
    names.map((name) => [name, chain.recentStatus(name)]),
  );
  const older = bytes.filter((_, index) => found.get(names[index]!) === null);
  if (optionsParam(config)['searchTransactionHistory'] === true && older.length > 0) {
    for (const { signatureBytes, slot, error } of await findTransactions(chain.db, older))
      found.set(encodeBase58(signatureBytes), { slot, error });
  }
  return withContext(
    chain.time.slotAt('processed'),
    names.map((name) => statusJson(chain, found.get(name) ?? null)),
  );
}

function statusJson({ time }: EmbeddedChain, status: SignatureStatus | null): unknown {
  if (!status) return null;
  const confirmationStatus = time.commitmentOf(status.slot);
  return {
    slot: status.slot,
    confirmations: confirmationStatus === 'finalized' ? null : time.slot() - status.slot,
    err: status.error,
    status: resultOf(status.error),
    confirmationStatus,
  };
}

const resultOf = (error: TransactionError | null): unknown =>
  error === null ? { Ok: null } : { Err: error };

export async function getTransaction(chain: EmbeddedChain, [signature, config]: Params): Promise<unknown> {
  const options = optionsParam(typeof config === 'string' ? { encoding: config } : config);
  const commitment = commitmentOf(options['commitment']);
  assertConfirmed(commitment);
  const [stored] = await findTransactions(chain.db, [signatureParam(signature)]);
  if (!stored || stored.slot > chain.time.slotAt(commitment)) return null;
  const parsed = parseTransaction(stored.wire);
  if (parsed.version === 0 && options['maxSupportedTransactionVersion'] === undefined) {
    throw new RpcError(
      rpcCodes.unsupportedTransactionVersion,
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    );
  }
  return {
    slot: stored.slot,
    blockTime: chain.time.secondsOf(stored.slot),
    transaction: transactionJson(parsed, options['encoding'] ?? 'json'),
    meta: metaJson(stored),
    ...(options['maxSupportedTransactionVersion'] === undefined ? {} : { version: parsed.version }),
  };
}

/** A node's history contains only confirmed transactions. */
function assertConfirmed(commitment: Commitment): void {
  if (commitment === 'processed')
    throw new RpcError(rpcCodes.invalidParams, 'Method does not support commitment below `confirmed`');
}

function transactionJson(parsed: ParsedTransaction, encoding: unknown): unknown {
  if (encoding === 'base64') return [Buffer.from(parsed.wire).toString('base64'), 'base64'];
  if (encoding === 'base58') return [encodeBase58(parsed.wire), 'base58'];
  if (encoding !== 'json')
    throw invalidParams(`encoding ${String(encoding)} is not supported by the embedded chain`);
  return {
    signatures: parsed.signatures,
    message: {
      accountKeys: parsed.keys,
      header: parsed.header,
      recentBlockhash: parsed.blockhash,
      instructions: parsed.instructions.map(({ programIdIndex, accounts, data }) => ({
        programIdIndex,
        accounts,
        data: encodeBase58(data),
        stackHeight: 1,
      })),
    },
  };
}

function metaJson({ error, meta }: StoredTransaction): unknown {
  const landed = meta as unknown as LandedMeta;
  return {
    ...landed,
    err: error,
    status: resultOf(error),
    fee: BigInt(landed.fee),
    preBalances: landed.preBalances.map(BigInt),
    postBalances: landed.postBalances.map(BigInt),
    computeUnitsConsumed: BigInt(landed.computeUnitsConsumed),
    preTokenBalances: landed.preTokenBalances ?? [],
    postTokenBalances: landed.postTokenBalances ?? [],
    rewards: [],
    loadedAddresses: { readonly: [], writable: [] },
  };
}

export async function getSignaturesForAddress(
  chain: EmbeddedChain,
  [address, config]: Params,
): Promise<unknown> {
  const options = optionsParam(config);
  assertConfirmed(commitmentOf(options['commitment']));
  const limit = options['limit'] === undefined ? 1000 : Number(u64Param(options['limit']));
  if (limit < 1 || limit > 1000) throw new RpcError(rpcCodes.invalidParams, 'Invalid limit; max 1000');
  const cursor = (name: string) => (options[name] === undefined ? null : signatureParam(options[name]));
  const found = await listSignatures(chain.db, {
    address: addressParam(address),
    maxSlot: contextSlot(chain.time, options),
    limit,
    before: cursor('before'),
    until: cursor('until'),
  });
  return found.map(({ signatureBytes, slot, error }) => ({
    signature: encodeBase58(signatureBytes),
    slot,
    err: error,
    memo: null,
    blockTime: chain.time.secondsOf(slot),
    confirmationStatus: chain.time.commitmentOf(slot),
  }));
}
