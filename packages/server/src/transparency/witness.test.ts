import { createPublicKey, verify } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  decodeKey,
  encodeKey,
  keyId,
  leafHash,
  logPath,
  readCheckpoint,
  restartHash,
  signatureLine,
  signerFrom,
} from '@pid/protocol/books';
import { afterAll, expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { retrySeconds } from '../cli/witness.ts';
import { growTree } from './grow-tree.ts';
import { logKey, signCheckpoint } from './signers.ts';
import type { WitnessState } from './witness.ts';

const origin = 'pid.example/log';
const [first, second, stranger] = [1, 2, 3].map((byte) => signerFrom(Buffer.alloc(32, byte)));
const keys = [first!, second!, stranger!].map(({ publicKey }) => encodeKey(logKey(origin, publicKey)));
const empty = { size: 0, entries: [], postings: [], parts: [], tiles: [] };
const noPosting = '00000000-0000-0000-0000-000000000000';

const folder = await mkdtemp(path.join(tmpdir(), 'pid-witness-'));
afterAll(() => rm(folder, { recursive: true }));

interface Served {
  readonly size: number;
  /** Logs with different bytes are forks of each other. */
  readonly byte?: number;
  readonly signers?: readonly (typeof first)[];
  readonly key?: string | undefined;
  readonly name?: string;
  /** The last checkpoint of the log before, and what the service shows as that. */
  readonly previous?: string;
  readonly begins?: string;
  /** The tiles of the log before. */
  readonly before?: Served;
}

let served: Served = { size: 0 };
/** Answers before `served`, such as an outage. */
const before: ((response: ServerResponse) => void)[] = [];

const noteOf = ({ size, byte = 1, signers = [first], name = origin, begins }: Served) => {
  const entries = Array.from({ length: size }, (_, index) =>
    index === 0 && begins !== undefined ? Buffer.from(restartHash(begins)) : Buffer.alloc(32, byte),
  );
  const grown = growTree(
    empty,
    entries.map((entry) => ({ postingId: noPosting, entry, parts: [] })),
  );
  const note = signCheckpoint(
    { origin: name, size, root: grown.root },
    signers.map((signer) => signer!),
  );
  return { note, tile: Buffer.concat(entries.map((entry) => leafHash(entry))) };
};

const server = createServer((request, response) => {
  const first = before.shift();
  if (first) return first(response);
  const { note, tile } = noteOf(served);
  const answers: Record<string, string | Buffer> = {
    '/v1/transparency': JSON.stringify({ key: served.key ?? keys[0] }),
    '/log/checkpoint': note,
    [`/${logPath({ origin: served.name ?? origin })}tile/0/000.p/${served.size}`]: tile,
    ...(served.before && { [`/log/tile/0/000.p/${served.before.size}`]: noteOf(served.before).tile }),
    ...(served.previous !== undefined && { '/log/2/previous': served.previous }),
  };
  const answer = answers[request.url!];
  response.statusCode = answer === undefined ? 404 : 200;
  response.end(answer);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
afterAll(() => server.close());

let files = 0;

function witness() {
  const state = path.join(folder, `${(files += 1)}.json`);
  return {
    file: state,
    run: (next: Served, ...words: string[]) => {
      served = next;
      const { port } = server.address() as AddressInfo;
      return runPid(['witness', `http://127.0.0.1:${port}`, '--state', state, ...words], {});
    },
    state: async () => JSON.parse(await readFile(state, 'utf8')) as WitnessState,
  };
}

test('fails with both checkpoints on every run after a fork', async () => {
  const { run, state } = witness();
  const [seen, fork] = [{ size: 3 }, { size: 5, byte: 2 }];
  expect(await run(seen)).toMatchObject({ code: 0 });
  for (const next of [fork, { size: 5 }, { size: 3 }]) {
    const { code, text } = await run(next);
    expect([code, text]).toEqual([
      3,
      expect.stringMatching(/^FORK: the log of 5 entries does not continue that of 3/),
    ]);
    expect(text).toContain(noteOf(seen).note);
    expect(text).toContain(noteOf(fork).note);
  }
  expect(await state()).toMatchObject({ seen: noteOf(seen).note, fork: noteOf(fork).note });
});

const second2 = (begins: Served, change: Partial<Served> = {}): Served => ({
  size: 4,
  byte: 9,
  name: 'pid.example/log/2',
  begins: noteOf(begins).note,
  previous: noteOf(begins).note,
  before: begins,
  ...change,
});

test('follows a restart that begins with a continuation of what it saw, and says so', async () => {
  const { run, state } = witness();
  await run({ size: 3 });
  const { code, complaints } = await run(second2({ size: 5 }));
  expect([code, complaints]).toEqual([
    0,
    [expect.stringMatching(/^The log was begun again as pid\.example\/log\/2\. .* 3 entries/)],
  ]);
  const renamed = encodeKey(logKey('pid.example/log/2', first!.publicKey));
  expect(await state()).toMatchObject({ key: renamed, fork: null });
  expect(await run(second2({ size: 5 }, { size: 6 }))).toMatchObject({ code: 0, complaints: [] });
  // The first log again: entries of the second one are missing.
  expect(await run({ size: 6 })).toMatchObject({ code: 3, text: expect.stringMatching(/^FORK/) });
});

test('needs no tiles of a log that a restore has lost if it saw the last checkpoint', async () => {
  const { run } = witness();
  const last = { size: 5 };
  await run(last);
  const { before: _lost, ...lost } = second2(last);
  expect(await run(lost)).toMatchObject({ code: 0 });
});

test.each<[string, Served]>([
  ['a checkpoint that does not continue it', second2({ size: 5, byte: 2 })],
  ['an earlier checkpoint', second2({ size: 2 })],
  ['a checkpoint of which it has no tiles', (({ before: _lost, ...rest }) => rest)(second2({ size: 5 }))],
  ['no checkpoint', { size: 4, name: 'pid.example/log/2' }],
  ['another first entry', second2({ size: 5 }, { begins: 'something else' })],
  ['a checkpoint of another key', second2({ size: 5, signers: [second] })],
  ['the right checkpoint, but is signed by another key', second2({ size: 5 }, { signers: [second] })],
  ['its own checkpoint', second2({ size: 5, name: 'pid.example/log/2' })],
])('is a fork if the new log begins with %s', async (_name, next) => {
  const { run, state } = witness();
  await run({ size: 3 });
  expect(await run(next)).toMatchObject({ code: 3, text: expect.stringMatching(/^FORK: the log is now/) });
  expect((await state()).fork).toBe(noteOf(next).note);
});

test('writes metrics for Prometheus', async () => {
  const { run } = witness();
  const file = path.join(folder, 'witness.prom');
  const metrics = async () => {
    const text = await readFile(file, 'utf8');
    return [/^pid_witness_fork (\d)$/m, /^pid_witness_checked_timestamp_seconds (\d{10})$/m].map((line) =>
      Number(line.exec(text)?.[1]),
    );
  };
  await run({ size: 3 }, '--metrics', file);
  expect(await metrics()).toEqual([0, expect.any(Number)]);
  await run({ size: 3, byte: 2 }, '--metrics', file);
  expect((await metrics())[0]).toBe(1);
});

test('another origin is a fork, unless it is only a wrong key on the first run', async () => {
  const { run, state } = witness();
  const other = { size: 4, name: 'pid.example/log/2' };
  const wrong = await run(other, '--key', keys[0]!);
  expect([wrong.code, wrong.text]).toEqual([
    1,
    'The log is pid.example/log/2, but the key is that of pid.example/log.',
  ]);
  expect(await run({ size: 3 })).toMatchObject({ code: 0 });
  expect((await run(other)).text).toMatch(/^FORK: the log is now pid\.example\/log\/2/);
  expect(await run({ size: 3 })).toMatchObject({ code: 3 });
  expect((await state()).fork).toBe(noteOf(other).note);
});

test('follows a rotation while both keys sign, and says so', async () => {
  const { run, state } = witness();
  await run({ size: 3 });
  const { code, complaints } = await run({ size: 4, signers: [second, first], key: keys[1] });
  expect([code, complaints]).toEqual([
    0,
    [expect.stringContaining(`The log signs with another key now: ${keys[1]}. The key before has signed`)],
  ]);
  expect((await state()).key).toBe(keys[1]);
  expect(await run({ size: 5, signers: [second, first], key: keys[1] })).toMatchObject({
    code: 0,
    complaints: [],
  });
  expect(await run({ size: 6, signers: [second], key: keys[1] })).toMatchObject({ code: 0, complaints: [] });
});

test('follows no key that the key which it knows does not name in the signed text', async () => {
  const { run, state } = witness();
  await run({ size: 3 });
  // Somebody between the service and the witness names another key, and lets it sign beside the key of the log.
  const { note } = noteOf({ size: 4 });
  const beside = signatureLine(
    logKey(origin, stranger!.publicKey),
    stranger!.sign(Buffer.from(note.slice(0, note.indexOf('\n\n') + 1))),
  );
  before.push((response) => response.end(`${note}${beside}`));
  expect(await run({ size: 4, key: keys[2] })).toMatchObject({ code: 0, complaints: [] });
  expect((await state()).key).toBe(keys[0]);
  // The service names a key that has not signed the checkpoint.
  const unsigned = signCheckpoint(readCheckpoint(noteOf({ size: 4 }).note), [stranger!, first!]);
  before.push((response) => response.end(unsigned.replace(/\n\n.*\n/, '\n\n')));
  expect(await run({ size: 4, key: keys[2] })).toMatchObject({ code: 0, complaints: [] });
  expect((await state()).key).toBe(keys[0]);
  const { code, text } = await run({ size: 5, signers: [second], key: keys[1] });
  expect([code, text]).toEqual([1, expect.stringContaining('The key has not signed the checkpoint')]);
  expect(await state()).toMatchObject({ key: keys[0], fork: null });
});

test('with --every, tries again while the service does not respond, and ends on a fork', async () => {
  const { run } = witness();
  await run({ size: 3 });
  before.push(
    (response) => response.writeHead(503).end(),
    (response) => response.destroy(),
  );
  const { code, complaints } = await run({ size: 3, byte: 2 }, '--every', '1');
  expect([code, complaints]).toEqual([
    3,
    [
      expect.stringMatching(/log\/checkpoint is 503\. The next attempt is in 1 seconds\.$/),
      expect.stringMatching(/does not respond\. The next attempt is in 1 seconds\.$/),
      expect.stringMatching(/^FORK/),
    ],
  ]);
});

test.each(['', '<p>This page is being maintained</p>'])(
  'a tile of another length is no fork, because a proxy can serve one: %j',
  async (body) => {
    const { run, state } = witness();
    await run({ size: 3 });
    before.push(
      (response) => response.end(noteOf({ size: 5 }).note),
      (response) => response.end(body),
    );
    expect(await run({ size: 5 })).toMatchObject({
      code: 75,
      text: expect.stringContaining(`/log/tile/0/000.p/5 has ${body.length} bytes instead of 160.`),
    });
    expect((await state()).fork).toBeNull();
    expect(await run({ size: 5 })).toMatchObject({ code: 0 });
  },
);

test('others verify its signature with the key that it shows on its first run, and with --json', async () => {
  const { run } = witness();
  const { complaints, lines } = await run({ size: 3 }, '--name', 'witness.example');
  const key = /witness\.example\+\S+(?=\.)/.exec(complaints[0]!)![0];
  const { publicKey, type } = decodeKey(key);
  expect(type).toBe(4);
  const { body, signatures } = readCheckpoint(lines.at(-1)!);
  const { name, keyId: id, signature } = signatures.at(-1)!;
  expect([name, Buffer.from(id)]).toEqual(['witness.example', Buffer.from(keyId(decodeKey(key)))]);
  const seconds = Buffer.from(signature).readBigUInt64BE();
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') };
  const isSigned = (text: string) =>
    verify(
      null,
      Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`),
      createPublicKey({ key: jwk, format: 'jwk' }),
      signature.subarray(8),
    );
  expect([isSigned(body), isSigned(body.replace('3', '4'))]).toEqual([true, false]);
  const { text, complaints: none } = await run({ size: 4 }, '--json');
  expect([JSON.parse(text), none]).toEqual([
    { checkpoint: expect.stringContaining('— witness.example '), key },
    [],
  ]);
});

test('refuses a state that cannot be read, and a name that no note can have', async () => {
  const { run, file } = witness();
  for (const text of ['{"name":', 'null', '{"name":"witness"}']) {
    await writeFile(file, text);
    expect(await run({ size: 3 })).toMatchObject({
      code: 1,
      text: expect.stringContaining('is not that of a witness. If it is damaged, restore it'),
    });
    expect(await readFile(file, 'utf8')).toBe(text);
  }
  expect(await run({ size: 3 }, '--name', 'my witness')).toMatchObject({
    code: 1,
    text: '--name must not contain spaces or +',
  });
});

test('tries again within a minute while the service does not respond', () => {
  expect([retrySeconds(1800), retrySeconds(10)]).toEqual([60, 10]);
});

test('does not read more than a log has', async () => {
  const { run, state } = witness();
  await run({ size: 3 });
  let sent = 0;
  before.push((response) => {
    const send = () => {
      while (!response.destroyed && sent < 64 << 20 && response.write(Buffer.alloc(1 << 16))) sent += 1 << 16;
      if (sent >= 64 << 20) response.end();
    };
    response.on('drain', send);
    send();
  });
  expect(await run({ size: 4 })).toMatchObject({
    code: 1,
    text: expect.stringContaining('/log/checkpoint is longer than anything of a log.'),
  });
  expect(sent).toBeLessThan(32 << 20);
  expect((await state()).fork).toBeNull();
  expect(await run({ size: 4 })).toMatchObject({ code: 0 });
});

test('without --every, a service that does not respond is an error and no fork', async () => {
  const { run, state } = witness();
  await run({ size: 3 });
  before.push((response) => response.writeHead(502).end());
  expect(await run({ size: 4 })).toMatchObject({ code: 75, text: expect.stringContaining('is 502.') });
  expect((await state()).fork).toBeNull();
  expect(await run({ size: 4 })).toMatchObject({ code: 0 });
});
