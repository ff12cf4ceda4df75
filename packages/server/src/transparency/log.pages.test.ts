import { coverOf, foldCover, leafHash, readCheckpoint, rootOf, tileOf, tilePath } from '@pid/protocol/books';
import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { findLogged } from './append-to-log.ts';

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
  expect((await get('/log/previous')).response.status).toBe(404);
});
