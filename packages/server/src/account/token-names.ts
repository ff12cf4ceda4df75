import {
  TOKEN_2022_PROGRAM,
  addressBytes,
  addressFromBytes,
  findProgramAddress,
  strangersWords,
  toAddress,
  type Address,
} from '@pid/protocol';
import type { OnChainAccount } from '../platform/chain/client/index.ts';

export interface TokenName {
  readonly name: string;
  readonly symbol: string;
}

const metaplexProgram = toAddress('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');
const nameMax = 32;
const symbolMax = 12;

/** Token-2022, "Extensions": entries of type, length and value follow the account type. */
const firstExtension = 166;
const extensions = { metadataPointer: 18, tokenMetadata: 19 };
/** The first eight bytes of sha256 of `spl_token_metadata_interface:token_metadata`. */
const interfaceTag = Buffer.from('70845a5a0b589d57', 'hex');
/** `Key::MetadataV1` of the Metaplex program. */
const metaplexKey = 4;

/** Where the name of a mint is: in the mint itself, or in another account. */
export type NameSource = { readonly found: TokenName | null } | { readonly account: Address };

/** The account of the Metaplex program with the metadata of a mint. */
export function metaplexAddress(mint: Address): Address {
  const seeds = [Buffer.from('metadata'), addressBytes(metaplexProgram), addressBytes(mint)];
  return findProgramAddress(metaplexProgram, seeds).address;
}

/**
 * Finds the name of a mint. A Token-2022 mint says with its metadata pointer where its name is; only the authority of
 * the mint can set the pointer. Without one, the name is in the mint's Metaplex account, which the mint's authority
 * created.
 */
export function nameSource(mint: Address, account: OnChainAccount | null): NameSource {
  const pointer =
    account?.owner === TOKEN_2022_PROGRAM ? extension(account.data, extensions.metadataPointer) : null;
  const target = pointer && pointer.length >= 64 ? pointer.subarray(32, 64) : null;
  if (!account || !target || target.every((byte) => byte === 0)) return { account: metaplexAddress(mint) };
  if (addressFromBytes(target) !== mint) return { account: addressFromBytes(target) };
  return { found: readInterface(extension(account.data, extensions.tokenMetadata), mint) };
}

/** Reads the name from the account that `nameSource` returned. Metadata of another mint is not accepted. */
export function readTokenName(mint: Address, account: OnChainAccount | null): TokenName | null {
  if (!account) return null;
  if (account.owner === metaplexProgram)
    return account.data[0] === metaplexKey ? readFields(account.data, 1, mint) : null;
  const tagged = account.data.subarray(0, interfaceTag.length);
  return interfaceTag.equals(tagged)
    ? readInterface(account.data.subarray(interfaceTag.length + 4), mint)
    : null;
}

function readInterface(data: Uint8Array | null, mint: Address): TokenName | null {
  return data && readFields(data, 0, mint);
}

/** Both formats: update authority, mint, then name and symbol, each as a length and UTF-8. */
function readFields(data: Uint8Array, start: number, mint: Address): TokenName | null {
  const mintAt = start + 32;
  if (data.length < mintAt + 32 || addressFromBytes(data.subarray(mintAt, mintAt + 32)) !== mint) return null;
  const name = readText(data, mintAt + 32);
  const symbol = name && readText(data, name.end);
  if (!symbol) return null;
  const cleaned = {
    name: strangersWords(name.text, nameMax),
    symbol: strangersWords(symbol.text, symbolMax),
  };
  return cleaned.name === '' && cleaned.symbol === '' ? null : cleaned;
}

function readText(data: Uint8Array, at: number): { text: string; end: number } | null {
  if (data.length < at + 4) return null;
  const end = at + 4 + new DataView(data.buffer, data.byteOffset).getUint32(at, true);
  return end > data.length ? null : { text: Buffer.from(data.subarray(at + 4, end)).toString('utf8'), end };
}

function extension(data: Uint8Array, wanted: number): Uint8Array | null {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (let at = firstExtension; at + 4 <= data.length;) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === wanted) return end > data.length ? null : data.subarray(at + 4, end);
    at = end;
  }
  return null;
}
