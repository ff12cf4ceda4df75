import { coverOf, foldCover, leafHash, readCheckpoint, rootOf, tileOf, tilePath } from '@pid/protocol/books';
import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { findLogged } from './append-to-log.ts';
import { restartLog } from './begin-log.ts';

const service = await startTestService({ PID_CHAIN: 'off' });

async function get(path: string) {
  const response = await fetch(`${service.baseUrl}${path}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function logged(id: string): Promise<boolean> {
  await service.service.runJob('append to the public log');
  return (await findLogged(service.db, 1, id)) !== null;
}

test('anyone computes the root of the signed checkpoint from the tiles and from the entries', async () => {
  const { pid } = await newPlayer(service);
  const { id: identityId } = (await findIdentityByPid(service.db, pid))!;
  for (let index = 0; index < 270; index += 1) await fund(service.db, identityId, 1000n, service.clock);
  const { rows } = await service.db.query<{ id: string }>('select id from ledger_postings');
  for (const { id } of rows.slice(-1)) expect(await logged(id)).toBe(true);
  const { response, bytes } = await get('/log/checkpoint');
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  const checkpoint = readCheckpoint(bytes.toString());
  expect(checkpoint.size).toBe(rows.length);
  const hashes = await Promise.all(
    coverOf(0, checkpoint.size).map(async (place) => {
      const { level, index, from, count } = tileOf(place);
      const available = Math.floor(checkpoint.size / 256 ** level) - index * 256;
      const tile = await get(`/log/${tilePath({ level, index, width: Math.min(available, 256) })}`);
      expect(tile.response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(tile.response.headers.get('access-control-allow-origin')).toBe('*');
      return rootOf(
        Array.from({ length: count }, (_, step) =>
          tile.bytes.subarray((from + step) * 32, (from + step + 1) * 32),
        ),
      );
    }),
  );
  expect(Buffer.from(foldCover(hashes)).equals(checkpoint.root)).toBe(true);
  const bundles = [
    await get('/log/tile/entries/000'),
    await get(`/log/tile/entries/001.p/${checkpoint.size - 256}`),
  ];
  const entries = bundles.flatMap(({ bytes: all }) =>
    Array.from({ length: all.length / 34 }, (_, index) => {
      expect(all.readUInt16BE(index * 34)).toBe(32);
      return all.subarray(index * 34 + 2, (index + 1) * 34);
    }),
  );
  expect(Buffer.from(rootOf(entries.map((entry) => leafHash(entry)))).equals(checkpoint.root)).toBe(true);
});

test('a tile that does not exist yet, or has another path, is not found', async () => {
  for (const path of [
    'tile/0/001',
    'tile/1/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/0',
    'tile/0/x000/000',
    'tile/9/000',
    'tile/entries/002.p/1',
    'tile/0/000/..',
  ])
    expect([path, (await get(`/log/${path}`)).response.status]).toEqual([path, 404]);
  for (const path of [
    '/log/1/previous',
    '/log/2/previous',
    '/log/2/checkpoint',
    '/log/0/checkpoint',
    '/log/x/checkpoint',
  ])
    expect([path, (await get(path)).response.status]).toEqual([path, 404]);
});

test('a damaged or missing row is not found, because caches keep a tile forever', async () => {
  const owner = asSuperuser(service);
  await owner.query("set session_replication_role = 'replica'");
  await owner.query('create table kept_bundles as table log_bundles');
  await owner.query(
    'update log_bundles set entries = substring(entries for 64), postings = substring(postings for 32) where index = 0',
  );
  await owner.query('delete from log_bundles where index = 1');
  for (const path of ['tile/0/000', 'tile/entries/000', 'tile/0/001.p/1', 'tile/entries/001.p/1']) {
    const { response } = await get(`/log/${path}`);
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-cache']);
  }
  expect((await get('/log/tile/0/000.p/2')).response.status).toBe(200);
  await owner.query('delete from log_bundles');
  await owner.query('insert into log_bundles select * from kept_bundles');
  expect((await get('/log/tile/0/000')).response.status).toBe(200);
});

test('a second log has addresses of its own, and the tiles of the first one stay', async () => {
  const { bytes: last } = await get('/log/checkpoint');
  const old = await Promise.all(
    ['000', `001.p/${readCheckpoint(last.toString()).size - 256}`].map((tile) => get(`/log/tile/0/${tile}`)),
  );
  await restartLog({ db: service.db, clock: service.clock }, null);
  await service.service.runJob('append to the public log');
  const { bytes: note } = await get('/log/checkpoint');
  const checkpoint = readCheckpoint(note.toString());
  expect(checkpoint.origin).toMatch(/\/log\/2$/);
  expect((await get('/log/2/checkpoint')).bytes.equals(note)).toBe(true);
  expect((await get('/log/2/previous')).bytes.equals(last)).toBe(true);
  for (const { response, bytes } of old) {
    const again = await get(new URL(response.url).pathname);
    expect([again.response.status, again.bytes.equals(bytes)]).toEqual([200, true]);
  }
  const [before, after] = [await get('/log/tile/0/000'), await get('/log/2/tile/0/000')];
  expect([after.response.status, after.bytes.equals(before.bytes)]).toEqual([200, false]);
});

test('limits the requests of one address, and says so without a cache', async () => {
  const limited = await startTestService(
    { PID_CHAIN: 'off', PID_RATE_LIMIT: '1', PID_RATE_LIMITS: 'log=2' },
    service,
  );
  const ask = () => fetch(`${limited.baseUrl}/log/checkpoint`);
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
  const third = await ask();
  expect([third.status, third.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(third.headers.get('cache-control')).toBe('no-store');
  expect((await fetch(`${limited.baseUrl}/v1/transparency`)).status).toBe(200);
});
