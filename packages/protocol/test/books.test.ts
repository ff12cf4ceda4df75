import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  accountSalt,
  checkpointBody,
  coverOf,
  decodeKey,
  encodeKey,
  foldCover,
  followLog,
  inclusionRanges,
  isLiabilityProven,
  isSigned,
  leafHash,
  nodeHash,
  openCheckpoint,
  provenEntry,
  readCheckpoint,
  readTilePath,
  rootFromPath,
  rootOf,
  signatureLine,
  signerFrom,
  sumNode,
  tilePath,
  toBase64,
  verifyPosting,
  type ExpectedEntry,
  type NoteKey,
  type Place,
  type PostingProof,
} from '../src/books/index.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const entries = Array.from({ length: 70 }, (_, index) => leafHash(Uint8Array.of(index)));

/** RFC 6962, section 2.1, word by word. */
function reference(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return createHash('sha256').digest();
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(reference(leaves.slice(0, split)), reference(leaves.slice(split)));
}

const rootsOf = (leaves: readonly Uint8Array[]) => (place: Place) =>
  reference(leaves.slice(place.index * 2 ** place.level, (place.index + 1) * 2 ** place.level));

test('a salt of an account is HMAC-SHA256', () => {
  for (const [key, subject] of [
    [Buffer.alloc(32, 0xa5), Buffer.from('018f0000000070008000000000000000', 'hex')],
    [Buffer.from('key'), Buffer.from('2026-11-19')],
    [Buffer.alloc(64, 1), Buffer.alloc(0)],
  ] as const)
    expect(hex(accountSalt(key, subject))).toBe(createHmac('sha256', key).update(subject).digest('hex'));
});

describe('the tree', () => {
  test('has the roots of the test vectors of Certificate Transparency', () => {
    const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].map((text) =>
      leafHash(Buffer.from(text, 'hex')),
    );
    expect(hex(rootOf([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex(leaves[0]!)).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(hex(rootOf(leaves.slice(0, 2)))).toBe(
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    );
    expect(hex(rootOf(leaves))).toBe('ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c');
  });

  test('proves every entry of every size, and no entry at another place', () => {
    for (let size = 1; size <= entries.length; size += 1) {
      const leaves = entries.slice(0, size);
      const root = hex(reference(leaves));
      expect(hex(rootOf(leaves))).toBe(root);
      expect(hex(foldCover(coverOf(0, size).map(rootsOf(leaves))))).toBe(root);
      for (let index = 0; index < size; index += 1) {
        const path = inclusionRanges(index, size).map(([begin, end]) =>
          foldCover(coverOf(begin, end).map(rootsOf(leaves))),
        );
        expect(hex(rootFromPath(leaves[index]!, index, size, path)!)).toBe(root);
        if (index > 0) expect(hex(rootFromPath(leaves[index - 1]!, index, size, path)!)).not.toBe(root);
        expect(rootFromPath(leaves[index]!, index, size, [...path, leaves[0]!])).toBeNull();
        expect(rootFromPath(leaves[index]!, size, size, path)).toBeNull();
      }
    }
  });

  test('detects a log that does not continue an earlier state', async () => {
    const state = (leaves: readonly Uint8Array[]) => ({
      origin: 'pid.example/log',
      size: leaves.length,
      root: reference(leaves),
    });
    const changed = entries.with(3, entries[4]!);
    const follow = (from: typeof entries, to: typeof entries, tile = to) =>
      followLog(state(from), state(to), async () => Buffer.concat(tile));
    expect(await follow(entries.slice(0, 9), entries)).toBe(true);
    expect(await follow([], entries)).toBe(true);
    expect(await follow(entries.slice(0, 9), changed)).toBe(false);
    expect(await follow(entries.slice(0, 9), changed, entries)).toBe(false);
    expect(await follow(entries, entries.slice(0, 9))).toBe(false);
    expect(await followLog(state(entries.slice(0, 9)), state(entries), async () => null)).toBe(false);
  });
});

describe('notes', () => {
  test('reads the key of the Go implementation, and refuses a changed one', () => {
    const text = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const key = decodeKey(text);
    expect([key.name, key.type, encodeKey(key)]).toEqual(['PeterNeumann', 1, text]);
    expect(() => decodeKey(text.replace('c74f20a3', 'c74f20a4'))).toThrow('does not fit its id');
  });

  test('verifies a signature of the Go implementation', () => {
    const { publicKey } = decodeKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
    const text =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    const line =
      'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=';
    expect(isSigned(Buffer.from(line, 'base64').subarray(4), Buffer.from(text), publicKey)).toBe(true);
  });

  test('reads the checkpoint of the specification, and refuses other texts', () => {
    const note =
      'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n';
    const { origin, size, signatures } = readCheckpoint(note);
    expect([origin, size, signatures.length]).toEqual(['example.com/behind-the-sofa', 20_852_163, 1]);
    const key = { name: origin, publicKey: new Uint8Array(32), type: 1 } as const;
    expect(openCheckpoint(note, key)).toBeNull();
    for (const text of ['', 'a\n1\n\n', note.replace('20852163', '020852163'), note.replace('CsUY', 'Cs')])
      expect(() => readCheckpoint(text)).toThrow();
  });
});

test('tiles have the paths of the specification', () => {
  const paths = {
    'tile/0/x001/x234/067': { level: 0, index: 1_234_067, width: 256 },
    'tile/1/000.p/5': { level: 1, index: 0, width: 5 },
    'tile/entries/x001/000': { level: 'entries', index: 1000, width: 256 },
  } as const;
  for (const [path, address] of Object.entries(paths)) {
    expect(tilePath(address)).toBe(path);
    expect(readTilePath(path)).toEqual(address);
  }
  for (const path of ['tile/0/1', 'tile/0/x000/001', 'tile/0/000.p/256', 'tile/0/000.p/05', 'tile/x/000'])
    expect(readTilePath(path)).toBeNull();
});

test('a sum that does not fit 64 bits proves nothing', () => {
  const hash = new Uint8Array(32);
  const top = { hash, sum: 2n ** 64n - 1n };
  expect(() => sumNode(top, { hash, sum: 1n })).toThrow(RangeError);
  const zero = Buffer.alloc(32).toString('base64');
  const path = [{ side: 'left' as const, hash: zero, sum: -1 }];
  const published = { date: '', root: zero, total: 0 };
  expect(isLiabilityProven({ ...published, balance: 1, salt: zero, path }, 'a@pid', published)).toBe(false);
});

test('a proof opens exactly one entry of the expected account', () => {
  const signer = signerFrom(new Uint8Array(32));
  const key: NoteKey = { name: 'pid.example/log', publicKey: signer.publicKey, type: 1 };
  const salt = toBase64(new Uint8Array(32));
  const prove = (...opened: [name: string, amount: number][]): PostingProof => {
    const facts = {
      index: 0,
      id: '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b',
      at: '2026-11-18T00:00:00.000Z',
      entries: opened.map(([name, amount]) => ({ salt, name, amount, balanceAfter: 5 })),
      path: [],
    };
    const root = leafHash(provenEntry({ ...facts, checkpoint: '' }));
    const body = checkpointBody({ origin: key.name, size: 1, root });
    return { ...facts, checkpoint: `${body}\n${signatureLine(key, signer.sign(Buffer.from(body)))}` };
  };
  const verdict = (proof: PostingProof, change: Partial<ExpectedEntry> = {}) =>
    verifyPosting(proof, { id: proof.id, name: 'a@pid', amount: -3, ...change }, key);
  const proof = prove(['a@pid', -3], ['b@pid', 3]);
  expect([verdict(proof), verdict(proof, { balanceAfter: 5 })]).toEqual(['proven', 'proven']);
  const id = '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4c';
  for (const change of [{ id }, { name: 'c@pid' }, { amount: 3 }, { balanceAfter: 4 }])
    expect([change, verdict(proof, change)]).toEqual([change, 'wrong']);
  expect(verdict(prove(['a@pid', -3], ['a@pid', -2]))).toBe('wrong');
  expect(verdict(prove(['b@pid', -3]))).toBe('wrong');
  expect([verdict(prove()), verdict(prove(), { id })]).toEqual(['unopened', 'wrong']);
});
