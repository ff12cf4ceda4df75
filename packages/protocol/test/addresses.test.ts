import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS_MODULE } from '../src/address-module.ts';
import * as compiled from '../src/addresses-node.ts';
import * as portable from '../src/addresses-portable.ts';
import { isOnCurve25519 } from '../src/index.ts';
import { eulerCriterion } from '../src/jacobi.ts';

const P = (1n << 255n) - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SIGN = 1n << 255n;

function found(side: typeof compiled, message: Uint8Array, bumpAt: number) {
  side.preimage.fill(0xa5);
  side.preimage.set(message);
  const bump = side.searchAddress(message.length, bumpAt);
  return { bump, address: Buffer.from(side.foundAddress).toString('hex') };
}

/** The expected result, computed without the code of either search. */
function expected(message: Uint8Array, bumpAt: number) {
  const trial = Uint8Array.from(message);
  for (let bump = 255; ; bump--) {
    trial[bumpAt] = bump;
    const hash = createHash('sha256').update(trial).digest();
    if (!isPoint(littleEndian(hash))) return { bump, address: hash.toString('hex') };
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`);
}

/** Decompression by Euler's criterion. */
function isPoint(encoded: bigint): boolean {
  const ySquared = (encoded & (SIGN - 1n)) ** 2n % P;
  return eulerCriterion((ySquared + P - 1n) * (D * ySquared + 1n)) !== -1;
}

describe('the search in WebAssembly and the one in TypeScript', () => {
  it('find the same address and bump for the length of every kind of address', () => {
    const bumpsSeen = new Set<number>();
    for (let i = 0; i < 4000; i++) {
      const message = new Uint8Array(randomBytes([97, 98, 129, 137, 86][i % 5]!));
      const bumpAt = message.length - 54;
      const { bump, address } = found(compiled, message, bumpAt);
      expect({ bump, address }).toStrictEqual(found(portable, message, bumpAt));
      bumpsSeen.add(bump);
    }
    expect(bumpsSeen.size).toBeGreaterThan(6);
  });

  it('agree with decompression by exponentiation for every length and position of the bump', () => {
    for (let length = 54; length <= 534; length++) {
      const message = new Uint8Array(randomBytes(length));
      const bumpAt = length - 54;
      const answer = expected(message, bumpAt);
      expect(found(compiled, message, bumpAt), `${length}`).toStrictEqual(answer);
      if (length % 8 === 0) expect(found(portable, message, bumpAt), `${length}`).toStrictEqual(answer);
    }
  });

  it('refuse a length or position outside the memory (WebAssembly)', () => {
    for (const [length, bumpAt] of [
      [577, 5],
      [568, 5],
      [-1, 5],
      [100, 100],
      [100, -1],
    ] as const)
      expect(() => compiled.searchAddress(length, bumpAt)).toThrow(WebAssembly.RuntimeError);
  });
});

describe('addresses as text, in WebAssembly and in TypeScript', () => {
  const agree = (text: string) => {
    const bytes = portable.decodeAddress(text);
    expect(compiled.decodeAddress(text), text).toStrictEqual(bytes);
    return bytes !== null;
  };

  it('are the same for every number of leading zeros and for extreme values', () => {
    const keys = Array.from({ length: 2000 }, (_, index) => {
      const key = new Uint8Array(randomBytes(32));
      return key.fill(0, 0, index % 34);
    });
    keys.push(new Uint8Array(32).fill(0xff), new Uint8Array(32).fill(1));
    for (let bit = 0; bit < 256; bit++)
      keys.push(new Uint8Array(Buffer.from((1n << BigInt(bit)).toString(16).padStart(64, '0'), 'hex')));
    for (const key of keys) {
      const text = compiled.encodeAddress(key);
      expect(text).toBe(portable.encodeAddress(key));
      expect(compiled.decodeAddress(text)).toStrictEqual(key);
      expect(agree(text)).toBe(true);
    }
  });

  it('are both refused for a wrong length, a wrong digit or a number that is too large', () => {
    const good = compiled.encodeAddress(new Uint8Array(32).fill(0xff));
    expect(agree(good)).toBe(true);
    for (const text of [
      '',
      '1',
      '1'.repeat(31),
      '1'.repeat(33),
      '1'.repeat(44),
      '2'.repeat(45),
      'z'.repeat(44),
    ])
      expect(agree(text), text).toBe(false);
    for (let index = 0; index < good.length; index++) {
      for (const foreign of ['0', 'O', 'I', 'l', ' ', '\0', '\u007f', '\u0080', 'é', 'ı', '\u3031', '\ud835'])
        expect(agree(good.slice(0, index) + foreign + good.slice(index + 1))).toBe(false);
      agree(`${good.slice(0, index)}z${good.slice(index + 1)}`);
      agree(`1${good.slice(index)}`);
    }
  });

  it('are both accepted or both refused for random digits', () => {
    const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    const judged = Array.from({ length: 4000 }, (_, index) => {
      const text = Array.from(randomBytes(40 + (index % 5)), (byte) => digits[byte % 58]!).join('');
      return agree('1'.repeat(index % 4) + text);
    });
    expect(new Set(judged).size).toBe(2);
  });
});

describe('decompression in WebAssembly', () => {
  let onCurve: (encoded: bigint) => boolean;

  beforeAll(async () => {
    const { instance } = await WebAssembly.instantiate(Buffer.from(ADDRESS_MODULE, 'base64'));
    const { memory, address, on_curve } = instance.exports as {
      memory: WebAssembly.Memory;
      address(): number;
      on_curve(): number;
    };
    const bytes = new Uint8Array(memory.buffer, address(), 32);
    onCurve = (encoded) => {
      bytes.set(Buffer.from(encoded.toString(16).padStart(64, '0'), 'hex').toReversed());
      return on_curve() === 1;
    };
  });

  function expectAgreement(encodings: readonly bigint[]): void {
    for (const encoded of encodings) {
      const answer = isPoint(encoded);
      expect(onCurve(encoded), `${encoded}`).toBe(answer);
      expect(isOnCurve25519(encoded), `${encoded}`).toBe(answer);
    }
  }

  it('is correct for extreme values, above the prime and with the sign bit', () => {
    const edges = [0n, 1n, 2n, P - 2n, P - 1n, P, P + 1n, P + 18n, SIGN - 1n];
    expectAgreement([...edges, ...edges.map((edge) => edge | SIGN)]);
    expect(onCurve(1n)).toBe(true);
    expect(onCurve((P + 1n) | SIGN)).toBe(true);
  });

  it('is correct for small values and around powers of two', () => {
    const powers = Array.from({ length: 255 }, (_, bit) => 1n << BigInt(bit));
    expectAgreement(powers.flatMap((power) => [power - 1n, power, power + 1n, P - power, SIGN - power]));
    expectAgreement(Array.from({ length: 300 }, (_, small) => BigInt(small)));
  });

  it('is correct where the division steps in TypeScript do not finish and exponentiation decides', () => {
    // For these values, (y² − 1)(dy² + 1) is −1, −6, −11, −12, 27 and 29: three squares and three
    // non-squares.
    const encodings = [
      0n,
      0x1f1067051221671dee90c3ac3f21aba91490772b39b05d7441330c41c713e83n,
      0x452fc90f8f3e7edfe38656a8cc5346ad95f7caa4f0ee1be7e814f88d63ee728dn,
      0xdb1d6498023b10adb01c5bb2dd377978ce8487371e8cc174e6530b36e95bb54n,
      0x7c194a0c6a415025a8d33cfba6d79453f7e598f97429a54556226a399cd59a6cn,
      0x39ab2b28686957bc944ca17163db56c34b3ecee51c37ec2321da915f9d2d293bn,
    ];
    expectAgreement(encodings);
    expect(encodings.map(onCurve)).toStrictEqual([true, false, false, true, true, false]);
  });

  it('is correct for random values', () => {
    expectAgreement(Array.from({ length: 3000 }, () => BigInt(`0x${randomBytes(32).toString('hex')}`)));
  });
});
