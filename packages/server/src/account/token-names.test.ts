import {
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  addressBytes,
  addressFromBytes,
  toAddress,
  type Address,
} from '@pid/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import { knownName } from './known-mints.ts';
import { nameSource, readTokenName } from './token-names.ts';

const mint = toAddress('9n4nbM75f5Ui33ZbPYXn59EwSgE8CGsHtAeTH5YFeJ9E');
const other = toAddress('HTDoLrpGgGDqyTDzPZ1bvQqPfGvQFXkDBmeZBTMvFjjw');
const metaplexProgram = toAddress('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');
/** Written by @metaplex-foundation/mpl-token-metadata 3.4 (`getMetadataAccountDataSerializer`) for this mint. */
const metaplexData = Buffer.from(
  'BPRykFFPxDrHo0KPEUMuM/FztBZOcQfYVZfgRHN47hIigmjpqaFETCulx3pRk2hWsHLkP+/P9eSwHpliPI67d0kgAAAAR29sZCBjb2luAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKAAAAR09MRAAAAAAAAMgAAABodHRwczovL3guZXhhbXBsZS9nb2xkLmpzb24AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAf4BAgAAAAA=',
  'base64',
);
/** Written by @solana/spl-token-metadata 0.1 (`pack`) for this mint. */
const interfaceData = Buffer.from(
  '9HKQUU/EOsejQo8RQy4z8XO0Fk5xB9hVl+BEc3juEiKCaOmpoURMK6XHelGTaFawcuQ/78/15LAemWI8jrt3SQkAAABHb2xkIGNvaW4EAAAAR09MRBsAAABodHRwczovL3guZXhhbXBsZS9nb2xkLmpzb24BAAAABgAAAHJhcml0eQQAAAByYXJl',
  'base64',
);
const gold = { name: 'Gold coin', symbol: 'GOLD' };

const accountOf = (owner: Address, data: Uint8Array): OnChainAccount => ({
  lamports: 1n,
  owner,
  executable: false,
  data,
});

function extensionBytes(type: number, value: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** A Token-2022 mint with these extensions. */
function extendedMint(...extensions: readonly Buffer[]): OnChainAccount {
  const head = Buffer.alloc(166);
  head[45] = 1;
  head[165] = 1;
  return accountOf(TOKEN_2022_PROGRAM, Buffer.concat([head, ...extensions]));
}

const pointerTo = (address: Address) =>
  extensionBytes(18, Buffer.concat([addressBytes(other), addressBytes(address)]));
const metadata = extensionBytes(19, interfaceData);
const transferFee = extensionBytes(1, Buffer.alloc(108));

describe('where the name of a mint is', () => {
  // The address was derived by @metaplex-foundation/mpl-token-metadata (`findMetadataPda`).
  const metaplex = { account: 'F4zNPXoqasVow544cKMQTPaVW4kmxaJXiN9PG9vqcjDt' };

  test.each([
    ['in the Metaplex account of a classic mint', accountOf(TOKEN_PROGRAM, Buffer.alloc(82)), metaplex],
    ['in the Metaplex account of a mint that does not exist', null, metaplex],
    [
      'in the Metaplex account of a Token-2022 mint without a pointer',
      extendedMint(transferFee, metadata),
      metaplex,
    ],
    [
      'in the mint, if the pointer says so',
      extendedMint(transferFee, pointerTo(mint), metadata),
      { found: gold },
    ],
    [
      'in another account, if the pointer says so',
      extendedMint(pointerTo(other), metadata),
      { account: other },
    ],
    ['nowhere, if the mint that the pointer names has none', extendedMint(pointerTo(mint)), { found: null }],
    [
      'in the Metaplex account, if the pointer is empty',
      extendedMint(extensionBytes(18, Buffer.alloc(64))),
      metaplex,
    ],
    // The classic program has no extensions, so these bytes mean nothing there.
    [
      'not in the bytes of another program',
      accountOf(TOKEN_PROGRAM, extendedMint(pointerTo(other)).data),
      metaplex,
    ],
  ])('%s', (_, account, source) => expect(nameSource(mint, account)).toEqual(source));
});

describe('the name in a metadata account', () => {
  const tagged = (data: Uint8Array) =>
    Buffer.concat([Buffer.from('70845a5a0b589d57', 'hex'), Buffer.alloc(4), data]);

  test('is read from Metaplex’ format and from that of the metadata interface', () => {
    expect(readTokenName(mint, accountOf(metaplexProgram, metaplexData))).toEqual(gold);
    expect(readTokenName(mint, accountOf(other, tagged(interfaceData)))).toEqual(gold);
  });

  test.each([
    ['of another mint (Metaplex)', other, accountOf(metaplexProgram, metaplexData)],
    ['of another mint (interface)', other, accountOf(other, tagged(interfaceData))],
    ['with Metaplex’ format but another owner', mint, accountOf(other, metaplexData)],
    [
      'of another type of Metaplex',
      mint,
      accountOf(metaplexProgram, Buffer.from(metaplexData).fill(6, 0, 1)),
    ],
    [
      'without the tag of the interface',
      mint,
      accountOf(other, Buffer.concat([Buffer.alloc(12), interfaceData])),
    ],
    ['that ends early', mint, accountOf(metaplexProgram, metaplexData.subarray(0, 110))],
    [
      'with a length beyond its end',
      mint,
      accountOf(metaplexProgram, Buffer.from(metaplexData).fill(255, 65, 69)),
    ],
  ])('is not accepted %s', (_, wanted, account) => expect(readTokenName(wanted, account)).toBeNull());

  test('has no characters that hide or reorder text, and is short', () => {
    const named = (name: string, symbol: string) => {
      const text = (words: string) => {
        const bytes = Buffer.from(words);
        const length = Buffer.alloc(4);
        length.writeUInt32LE(bytes.length);
        return Buffer.concat([length, bytes]);
      };
      const data = Buffer.concat([addressBytes(other), addressBytes(mint), text(name), text(symbol)]);
      return readTokenName(mint, accountOf(other, tagged(data)));
    };
    expect(named('USD\u202E Coin\u200B\n(Circle)', 'US\u3164DC')).toEqual({
      name: 'USD Coin (Circle)',
      symbol: 'USDC',
    });
    expect(named('x'.repeat(40), 'y'.repeat(40))).toEqual({
      name: `${'x'.repeat(31)}…`,
      symbol: `${'y'.repeat(11)}…`,
    });
    expect(named('\u200B', '\u0000\u0000')).toBeNull();
  });

  test('is never an error, whatever the bytes are', () => {
    const program = fc.constantFrom(TOKEN_2022_PROGRAM, TOKEN_PROGRAM, metaplexProgram, other);
    fc.assert(
      fc.property(program, fc.uint8Array({ maxLength: 400 }), fc.nat(170), (owner, noise, at) => {
        for (const start of [
          metaplexData,
          tagged(interfaceData),
          extendedMint(pointerTo(mint), metadata).data,
        ]) {
          const data = Buffer.from(start);
          data.set(noise.subarray(0, Math.max(0, data.length - at)), Math.min(at, data.length));
          nameSource(mint, accountOf(owner, data));
          readTokenName(mint, accountOf(owner, data));
          readTokenName(mint, accountOf(owner, noise));
          nameSource(mint, accountOf(owner, noise));
        }
      }),
    );
  });
});

test('only listed mints of the same cluster are known', () => {
  const usdc = toAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
  expect(knownName('mainnet-beta', usdc)).toEqual({ name: 'USD Coin', symbol: 'USDC' });
  expect(knownName('devnet', usdc)).toBeNull();
  expect(knownName('custom', usdc)).toBeNull();
  expect(knownName('mainnet-beta', mint)).toBeNull();
  expect(knownName('mainnet-beta', 'constructor' as Address)).toBeNull();
  expect(addressFromBytes(addressBytes(usdc))).toBe(usdc);
});
