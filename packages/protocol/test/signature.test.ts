import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressFromBytes,
  compressP256Point,
  decompressP256,
  derFromRaw,
  fromBase64Url,
  fromHex,
  isLowS,
  lowSFromDer,
  protocolFeeLamports,
  rawFromDer,
  sha256,
  toBase64Url,
  toLowS,
  toPasskeyPoint,
  utf8,
  withdrawFees,
} from '../src/index.ts';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function point(): Uint8Array {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(26);
}

/** Returns whether the parser returned 64 bytes or threw a `RangeError`, and no other error. */
function lengthOrRefusal(bytes: Uint8Array): boolean {
  try {
    return rawFromDer(bytes).length === 64;
  } catch (error) {
    return error instanceof RangeError;
  }
}

describe('signatures', () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  it('become raw and low-S without losing validity', () => {
    for (let i = 0; i < 100; i++) {
      const message = utf8(`message ${i}`);
      const der = sign('sha256', message, keys.privateKey);
      const raw = lowSFromDer(der);
      expect(isLowS(raw)).toBe(true);
      expect(derFromRaw(rawFromDer(der))).toEqual(new Uint8Array(der));
      expect(verify('sha256', message, { key: keys.publicKey, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true);
    }
  });

  it('with a high s are converted to a low s; a low s stays unchanged', () => {
    const low = new Uint8Array(64).fill(1);
    expect(toLowS(low)).toEqual(low);
    const high = fromHex('01'.repeat(32) + (ORDER - 5n).toString(16));
    expect(isLowS(high)).toBe(false);
    expect(toLowS(high)).toEqual(fromHex(`${'01'.repeat(32)}${'00'.repeat(31)}05`));
  });

  it('in malformed DER are refused', () => {
    const der = new Uint8Array(sign('sha256', utf8('x'), keys.privateKey));
    const bad = [
      der.subarray(0, der.length - 1),
      Uint8Array.of(...der, 0),
      Uint8Array.of(0x31, ...der.subarray(1)),
      fromHex('300602010002010a'),
      fromHex('3006020181020101'),
      fromHex('300702020001020101'),
      fromHex(`3026022100${ORDER.toString(16)}020101`),
      new Uint8Array(0),
    ];
    for (const bytes of bad) expect(() => rawFromDer(bytes)).toThrow(RangeError);
  });

  it('never crash the parser', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(lengthOrRefusal(bytes)).toBe(true);
      }),
    );
  });
});

describe('P-256 points', () => {
  it('compress and decompress to the same point', () => {
    for (let i = 0; i < 30; i++) {
      const uncompressed = new Uint8Array(point());
      const compressed = compressP256Point(uncompressed);
      expect(decompressP256(compressed)).toEqual(uncompressed);
      expect(toPasskeyPoint(compressed)).toEqual(compressed);
    }
  });

  it('off the curve are refused, as by the native key parser', () => {
    const header = fromHex('3059301306072a8648ce3d020106082a8648ce3d030107034200');
    for (let i = 0; i < 20; i++) {
      const bytes = new Uint8Array(point());
      bytes[40] = (bytes[40] ?? 0) ^ 1;
      expect(() => compressP256Point(bytes)).toThrow(RangeError);
      const der = Buffer.concat([header, bytes]);
      expect(() => createPublicKey({ key: der, format: 'der', type: 'spki' })).toThrow(/error|failed/i);
    }
    expect(() => decompressP256(new Uint8Array(33).fill(255, 1))).toThrow(RangeError);
    expect(() => decompressP256(Uint8Array.of(2, ...new Uint8Array(31), 5, 1))).toThrow(RangeError);
    expect(() => decompressP256(Uint8Array.of(5, ...new Uint8Array(32)))).toThrow(RangeError);
  });
});

describe('base64url', () => {
  it('agrees with Node and refuses a second spelling of the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64Url(text)).toEqual(new Uint8Array(bytes));
      }),
    );
    for (const text of ['A', 'AB', 'AAB', 'AA==', 'A+', 'A/', 'A A']) {
      expect(() => fromBase64Url(text)).toThrow(RangeError);
    }
  });
});

describe('fees', () => {
  it('are rounded up to the next lamport', () => {
    expect(protocolFeeLamports(10_000n, 1_000)).toBe(1_000n);
    expect(protocolFeeLamports(1n, 1)).toBe(1n);
    expect(protocolFeeLamports(0n, 5_000)).toBe(0n);
    expect(protocolFeeLamports(10_001n, 0)).toBe(0n);
    expect(withdrawFees(10_000n, 2_039_280n, 1_000)).toMatchObject({
      totalFeeLamports: 11_000n,
      costLamports: 2_050_280n,
    });
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 63n) - 1n), fc.integer({ min: 0, max: 5_000 }), (fee, bps) => {
        const charged = protocolFeeLamports(fee, bps);
        expect(charged * 10_000n >= fee * BigInt(bps)).toBe(true);
        expect((charged - 1n) * 10_000n < fee * BigInt(bps)).toBe(true);
      }),
    );
    expect(() => protocolFeeLamports(1n, 5_001)).toThrow(RangeError);
    expect(() => protocolFeeLamports(-1n, 1)).toThrow(RangeError);
  });

  it('addresses of another length are refused', () => {
    expect(() => addressFromBytes(sha256(utf8('x')).subarray(1))).toThrow(RangeError);
  });
});
