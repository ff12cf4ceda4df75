import { createPrivateKey, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  accountIdFromPid,
  decompressP256,
  derFromRaw,
  isLowS,
  sha256,
  toBytes32,
  toHex,
  utf8,
} from '../src/index.ts';
import { readSheetWords, sheetKey, sheetWords } from '../src/sheet.ts';

const genesisHash = toBytes32(sha256(utf8('genesis')));
const scope = { genesisHash, accountId: accountIdFromPid('budi_gg@pid') };
const entropy = Uint8Array.from({ length: 16 }, (_, index) => index);
const words = sheetWords(entropy);

it('turns 16 bytes into twelve words of the BIP-39 list', () => {
  expect(words.split(' ')).toHaveLength(12);
  expect(sheetWords(new Uint8Array(16))).toBe(`${'abandon '.repeat(11)}about`);
  expect(() => sheetWords(new Uint8Array(15))).toThrow(RangeError);
});

it('reads words in any typed form, but only with a valid checksum', () => {
  const typed = ` ${words.toUpperCase().replaceAll(' ', ',\n 3. ')}. `;
  expect(readSheetWords(typed)).toBe(words);
  expect(readSheetWords(words.split(' ').toReversed().join(' '))).toBeNull();
  expect(readSheetWords(words.split(' ').slice(0, 11).join(' '))).toBeNull();
  expect(readSheetWords(`${words} ${words}`)).toBeNull();
  expect(readSheetWords('satu dua tiga')).toBeNull();
});

it('derives the key by HKDF-SHA256 from entropy, account and chain, like an independent implementation', () => {
  const info = Buffer.concat([scope.genesisHash, scope.accountId]);
  const wide = BigInt(
    `0x${Buffer.from(hkdfSync('sha256', entropy, 'PID:SHEET\0', info, 48)).toString('hex')}`,
  );
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const secret = Buffer.from(((wide % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  // RFC 5915: the private key alone. Node derives the point.
  const prefix = Buffer.from('30310201010420', 'hex');
  const oid = Buffer.from('a00a06082a8648ce3d030107', 'hex');
  const der = Buffer.concat([prefix, secret, oid]);
  const point = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'sec1' }))
    .export({ format: 'der', type: 'spki' })
    .subarray(26);
  expect(toHex(decompressP256(sheetKey(words, scope).publicKey))).toBe(point.toString('hex'));
});

it('derives another key for another account or another chain', () => {
  const { publicKey } = sheetKey(words, scope);
  const other = { ...scope, accountId: accountIdFromPid('citra_d@pid') };
  expect(sheetKey(words, other).publicKey).not.toEqual(publicKey);
  expect(sheetKey(words, { ...scope, genesisHash: scope.accountId }).publicKey).not.toEqual(publicKey);
});

it('signs the challenge as the whole message, with a low s', () => {
  const key = sheetKey(words, scope);
  const spki = Buffer.concat([
    Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'),
    decompressP256(key.publicKey),
  ]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  for (let round = 0; round < 8; round += 1) {
    const challenge = toBytes32(sha256(Uint8Array.of(round)));
    const signature = key.sign(challenge);
    expect(isLowS(signature)).toBe(true);
    expect(verify('sha256', challenge, publicKey, derFromRaw(signature))).toBe(true);
  }
});
