import {
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  addressFromBytes,
  encodeBase58,
  type Address,
} from '@pid/protocol';
import type { EmbeddedChain } from '../embedded-chain.ts';
import { listOwnedAddresses } from '../embedded-chain.store.ts';
import type { ChainAccount } from '../vm.ts';
import {
  addressParam,
  addressesParam,
  bytesParam,
  contextSlot,
  optionsParam,
  u64Param,
  withContext,
  type Options,
  type Params,
} from './params.ts';
import { RpcError, invalidParams, rpcCodes } from './rpc-error.ts';

const accountsPerRequest = 100;
const rentEpoch = 18_446_744_073_709_551_615n;
const base58BytesMax = 128;
const encodings = new Set<unknown>(['binary', 'base58', 'base64', 'jsonParsed']);

/**
 * Account data in the requested encoding. This chain has no parsers, so `jsonParsed` returns base64, as
 * clusters do for unknown programs.
 */
export function accountJson(account: ChainAccount | null, options: Options): unknown {
  if (!account) return null;
  const encoding = options['encoding'] ?? 'binary';
  if (!encodings.has(encoding))
    throw new RpcError(
      rpcCodes.invalidParams,
      `Invalid params: the embedded chain supports only the encodings ${[...encodings].join(', ')}.`,
    );
  const data = sliceOf(account.data, options['dataSlice']);
  const isBase58 = encoding === 'binary' || encoding === 'base58';
  if (isBase58 && data.length > base58BytesMax)
    throw new RpcError(
      rpcCodes.invalidRequest,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    );
  const text = isBase58 ? encodeBase58(data) : Buffer.from(data).toString('base64');
  return {
    data: encoding === 'binary' ? text : [text, isBase58 ? 'base58' : 'base64'],
    executable: account.executable,
    lamports: account.lamports,
    owner: account.owner,
    rentEpoch,
    space: account.data.length,
  };
}

function sliceOf(data: Uint8Array, slice: unknown): Uint8Array {
  if (slice === undefined || slice === null) return data;
  const { offset, length } = optionsParam(slice);
  const from = Number(u64Param(offset));
  return data.subarray(from, from + Number(u64Param(length)));
}

export async function getAccountInfo(chain: EmbeddedChain, [address, config]: Params): Promise<unknown> {
  const options = optionsParam(config);
  const slot = contextSlot(chain.time, options);
  const [account] = await chain.accountsAt([addressParam(address)], slot);
  return withContext(slot, accountJson(account ?? null, options));
}

export async function getMultipleAccounts(
  chain: EmbeddedChain,
  [addresses, config]: Params,
): Promise<unknown> {
  const options = optionsParam(config);
  const slot = contextSlot(chain.time, options);
  const accounts = await chain.accountsAt(addressesParam(addresses, accountsPerRequest), slot);
  return withContext(
    slot,
    accounts.map((account) => accountJson(account, { encoding: 'base64', ...options })),
  );
}

export async function getBalance(chain: EmbeddedChain, [address, config]: Params): Promise<unknown> {
  const slot = contextSlot(chain.time, optionsParam(config));
  const [account] = await chain.accountsAt([addressParam(address)], slot);
  return withContext(slot, account?.lamports ?? 0n);
}

export async function getProgramAccounts(chain: EmbeddedChain, [program, config]: Params): Promise<unknown> {
  const options = optionsParam(config);
  const slot = contextSlot(chain.time, options);
  const filters = (options['filters'] as unknown[] | undefined) ?? [];
  const owner = addressParam(program);
  const found = await accountsWhere(chain, slot, owner, undefined, (account) =>
    filters.every((filter) => matches(account, optionsParam(filter))),
  );
  const listed = found.map(([pubkey, account]) => ({ pubkey, account: accountJson(account, options) }));
  return options['withContext'] === true ? withContext(slot, listed) : listed;
}

function matches(account: ChainAccount, filter: Options): boolean {
  if (filter['dataSize'] !== undefined) return account.data.length === Number(u64Param(filter['dataSize']));
  const { offset, bytes, encoding } = optionsParam(filter['memcmp']);
  const wanted = bytesParam(bytes, encoding);
  const from = Number(u64Param(offset));
  return Buffer.from(account.data.subarray(from, from + wanted.length)).equals(Buffer.from(wanted));
}

export async function getTokenAccountsByOwner(
  chain: EmbeddedChain,
  [holder, filter, config]: Params,
): Promise<unknown> {
  const options = optionsParam(config);
  const slot = contextSlot(chain.time, options);
  const owner = addressParam(holder);
  const { mint, programId } = optionsParam(filter);
  if (mint === undefined && programId === undefined) throw invalidParams('mint or programId is required');
  const wantedMint = mint === undefined ? null : addressParam(mint);
  const program =
    wantedMint === null ? addressParam(programId) : await tokenProgramOf(chain, slot, wantedMint);
  if (program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM)
    throw invalidParams('unrecognized Token program id');
  const found = await accountsWhere(
    chain,
    slot,
    program,
    owner,
    ({ data }) =>
      data.length >= 165 &&
      addressFromBytes(data.subarray(32, 64)) === owner &&
      (wantedMint === null || addressFromBytes(data.subarray(0, 32)) === wantedMint),
  );
  return withContext(
    slot,
    found.map(([pubkey, account]) => ({ pubkey, account: accountJson(account, options) })),
  );
}

async function tokenProgramOf(chain: EmbeddedChain, slot: bigint, mint: Address): Promise<Address> {
  const [account] = await chain.accountsAt([mint], slot);
  if (!account) throw invalidParams('could not find mint');
  return account.owner;
}

export async function getTokenAccountBalance(
  chain: EmbeddedChain,
  [address, config]: Params,
): Promise<unknown> {
  const slot = contextSlot(chain.time, optionsParam(config));
  const [account] = await chain.accountsAt([addressParam(address)], slot);
  if (!account) throw invalidParams('could not find account');
  if ((account.owner !== TOKEN_PROGRAM && account.owner !== TOKEN_2022_PROGRAM) || account.data.length < 165)
    throw invalidParams('not a Token account');
  const [mint] = await chain.accountsAt([addressFromBytes(account.data.subarray(0, 32))], slot);
  return withContext(slot, amountJson(u64At(account.data, 64), mint?.data[44] ?? 0));
}

export async function getTokenSupply(chain: EmbeddedChain, [address, config]: Params): Promise<unknown> {
  const slot = contextSlot(chain.time, optionsParam(config));
  const [mint] = await chain.accountsAt([addressParam(address)], slot);
  if (!mint || (mint.owner !== TOKEN_PROGRAM && mint.owner !== TOKEN_2022_PROGRAM))
    throw invalidParams('not a Token mint');
  return withContext(slot, amountJson(u64At(mint.data, 36), mint.data[44] ?? 0));
}

function u64At(data: Uint8Array, offset: number): bigint {
  return new DataView(data.buffer, data.byteOffset).getBigUint64(offset, true);
}

function amountJson(amount: bigint, decimals: number): unknown {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: String(amount), decimals, uiAmount: Number(text), uiAmountString: text };
}

/**
 * Candidates come from the database and from the accounts that changed after `slot`. Each candidate is then
 * tested in its state at `slot`.
 */
async function accountsWhere(
  chain: EmbeddedChain,
  slot: bigint,
  owner: Address,
  holder: Address | undefined,
  wanted: (account: ChainAccount) => boolean,
): Promise<[Address, ChainAccount][]> {
  await chain.flushed();
  const candidates = [
    ...new Set([
      ...(await listOwnedAddresses(chain.db, owner, holder)),
      ...chain.addressesChangedSince(slot),
    ]),
  ];
  const accounts = await chain.accountsAt(candidates, slot);
  return candidates.flatMap((address, index): [Address, ChainAccount][] => {
    const account = accounts[index];
    return account && account.owner === owner && wanted(account) ? [[address, account]] : [];
  });
}
