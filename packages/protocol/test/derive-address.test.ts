import { createHash, randomBytes } from 'node:crypto';
import {
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  isOffCurveAddress,
} from '@solana/kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountIdFromPid,
  addressBytes,
  addressFromBytes,
  decodeBase58,
  deriveWallet,
  encodeBase58,
  findProgramAddress,
  isAddress,
  isOnCurve25519,
  programAddressAt,
  sha256,
  utf8,
} from '../src/index.ts';
import { sha256 as portableSha256 } from '../src/sha256-portable.ts';

const program = addressFromBytes(sha256(utf8('program')));

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`);
}

describe('base58', () => {
  it('agrees with @solana/kit on random keys and on keys with leading zeros', () => {
    const encode = getAddressDecoder();
    const decode = getAddressEncoder();
    for (let i = 0; i < 500; i++) {
      const bytes = new Uint8Array(randomBytes(32));
      bytes.fill(0, 0, i % 33);
      const text = addressFromBytes(bytes);
      expect(text).toBe(encode.decode(bytes));
      expect(addressBytes(text)).toEqual(new Uint8Array(decode.encode(text)));
    }
  });

  it('round-trips bytes of any length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(decodeBase58(encodeBase58(bytes))).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  it('refuses characters outside the alphabet and other lengths', () => {
    expect(decodeBase58('0')).toBeNull();
    expect(decodeBase58('é')).toBeNull();
    for (const text of ['', '1', '1'.repeat(31), '1'.repeat(33), 'l'.repeat(40), '2'.repeat(44)]) {
      expect(isAddress(text)).toBe(text.length === 44 && decodeBase58(text)?.length === 32);
    }
  });
});

describe('portable sha256', () => {
  it('agrees with the native one across every padding boundary', () => {
    for (let length = 0; length < 200; length++) {
      const bytes = new Uint8Array(randomBytes(length));
      expect(portableSha256(bytes)).toEqual(new Uint8Array(createHash('sha256').update(bytes).digest()));
    }
    const parts = [utf8('a'), utf8(''), utf8('bc')];
    expect(portableSha256(...parts)).toEqual(sha256(utf8('abc')));
  });
});

describe('program addresses', () => {
  it('agree with @solana/kit in address and bump for many seeds', async () => {
    for (let i = 0; i < 300; i++) {
      const seeds = [utf8('pid:test'), new Uint8Array(randomBytes(i % 33))];
      const [address, bump] = await getProgramDerivedAddress({ programAddress: program, seeds });
      expect(findProgramAddress(program, seeds)).toEqual({ address, bump });
      expect(programAddressAt(program, seeds, bump)).toBe(address);
    }
  });

  it('decide whether a key is on the curve as @solana/kit does, including non-canonical encodings', () => {
    const p = (1n << 255n) - 19n;
    const samples = Array.from({ length: 1000 }, () => littleEndian(randomBytes(32)));
    for (let y = 2n; y < 60n; y++) samples.push(y, y | (1n << 255n), p - y);
    for (const y of samples) {
      const bytes = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').toReversed();
      expect(isOnCurve25519(y)).toBe(!isOffCurveAddress(addressFromBytes(bytes)));
    }
    for (let k = 2n; k < 19n; k++) expect(isOnCurve25519(p + k)).toBe(isOnCurve25519(k));
  });

  it('refuse seeds that the runtime refuses', () => {
    expect(() => findProgramAddress(program, [new Uint8Array(33)])).toThrow(RangeError);
    expect(() =>
      findProgramAddress(
        program,
        Array.from({ length: 16 }, () => utf8('x')),
      ),
    ).toThrow(RangeError);
    expect(() => programAddressAt(program, [], 256)).toThrow(RangeError);
  });

  it('derive a wallet from the pid alone', async () => {
    const accountId = accountIdFromPid('alice@pid');
    const wallet = deriveWallet(program, accountId);
    const at = async (seeds: (string | Uint8Array)[]) =>
      (await getProgramDerivedAddress({ programAddress: program, seeds }))[0];
    expect(wallet.config).toBe(await at(['pid:config']));
    expect(wallet.account).toBe(await at(['pid:account', accountId]));
    expect(wallet.vault).toBe(await at(['pid:vault', accountId]));
  });
});
