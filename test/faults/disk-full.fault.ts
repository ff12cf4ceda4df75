import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '@pid/embedded-postgres';
import { startPid, type PidProcess } from '../process/pid-process.ts';
import { canMount, ownDisk } from './disk-full.ts';
import { createPlayers, type FaultPlayer } from './ledger-players.ts';
import { startLoad, type Load } from './load.ts';
import { until } from './own-postgres.ts';
import { withoutLimits } from './own-world.ts';
import { verify } from './verify.ts';

vi.setConfig({ testTimeout: 600_000 });

const startingRupiah = 50_000_000;
const reason = canMount() ? '' : ' (skipped: no tmpfs may be mounted here)';

async function underLoad(
  work: (world: {
    disk: Awaited<ReturnType<typeof ownDisk>>;
    dataDir: string;
    service: PidProcess;
    players: readonly FaultPlayer[];
    load: Load;
  }) => Promise<PidProcess>,
): Promise<void> {
  const disk = await ownDisk(256);
  try {
    const dataDir = path.join(disk.folder, 'data');
    const service = await startPid(dataDir, { environment: withoutLimits });
    const players = await createPlayers(service.baseUrl, 5, startingRupiah);
    const load = startLoad(players, [service.baseUrl], 16);
    await until('a hundred sends', () => load.acknowledged.length >= 100);
    const last = await work({ disk, dataDir, service, players, load });
    await load.stop();
    last.child.kill('SIGTERM');
    await last.ended;
    const postgres = await startEmbeddedPostgres({ dataDir });
    try {
      await verify(load, players, startingRupiah, postgres.connectionString, { isServed: false });
    } finally {
      await postgres.stop();
    }
  } finally {
    await disk.remove();
  }
}

const laterSend = (load: Load) => {
  const { begun } = load;
  return until('a later send is acknowledged', () => load.acknowledged.some(({ number }) => number > begun));
};

test.skipIf(reason !== '')(
  `a disk that fills under load: responds as the contract declares, and recovers when space is free again${reason}`,
  () =>
    underLoad(async ({ disk, service, load }) => {
      disk.fill();
      await until('refusals', () => (load.refusals.get(503) ?? 0) > 20, 120);
      expect(service.child.exitCode).toBeNull();
      await disk.free();
      await laterSend(load);
      return service;
    }),
);

test.skipIf(reason !== '')(
  `a disk without space for the WAL: everything acknowledged is present when space is free again${reason}`,
  () =>
    underLoad(async ({ disk, dataDir, service, load }) => {
      const owner = await readFile(path.join(dataDir, 'connection'), 'utf8');
      disk.fill();
      await exhaustLog(owner, service);
      const refused = load.refusals.get(503) ?? 0;
      const gone = () => service.child.exitCode !== null;
      await until('refusals, or the end', () => gone() || (load.refusals.get(503) ?? 0) > refused + 20, 120);
      await disk.free();
      // Whether PostgreSQL recovers depends on where it ran out of space. If it does not, the service logs
      // that and ends.
      const { begun } = load;
      await until(
        'it serves again, or has ended',
        () => gone() || load.acknowledged.some(({ number }) => number > begun),
        90,
      );
      let last = service;
      if (gone()) {
        expect(await service.ended).toBe(1);
        expect(service.output()).toContain('the embedded database is gone');
        last = await startPid(dataDir, {
          environment: { ...withoutLimits, PID_PORT: new URL(service.baseUrl).port },
        });
      }
      await laterSend(load);
      return last;
    }),
);

/** Fills WAL segments until no new one can be created. */
async function exhaustLog(owner: string, service: PidProcess): Promise<void> {
  const client = new pg.Client({ connectionString: owner });
  client.on('error', () => {});
  await client.connect();
  for (let segments = 0; segments < 40 && service.child.exitCode === null; segments += 1) {
    const gone = await client
      .query("select pg_logical_emit_message(false, 'x', repeat('x', 8000000)), pg_switch_wal()")
      .then(
        () => false,
        () => true,
      );
    if (gone) break;
  }
  await client.end().catch(() => {});
}
