import { expect, test, vi } from 'vitest';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { ownRedis } from '../support/own-programs.ts';
import { exhaustConnections, failOver, killNode, moreSends, pausePostgres } from './faults.ts';
import { openWorld, startingRupiah, type World } from './own-world.ts';
import { verify } from './verify.ts';

vi.setConfig({ testTimeout: 900_000 });

const rounds = Number(process.env['PID_FAULT_ROUNDS'] ?? 3);
const redis = ensureTool('redis-server', { debian: 'redis-server' });

/** Runs a fault in a separate environment, under more load than the short form. */
async function faulty(
  work: (world: World) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const world = await openWorld({ players: 25, senders: 32, environment });
  try {
    await moreSends(world, 200);
    await work(world);
    await world.load.stop();
    const { acknowledged, unknown, refusals } = world.load;
    process.stdout.write(
      `${acknowledged.length} sends acknowledged, ${unknown.length} without an answer, ${refusals.get(503) ?? 0} refused with 503\n`,
    );
    const last = await world.standby.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    const primary = last[0]!.standby ? world.primary : world.standby;
    await verify(world.load, world.players, startingRupiah, primary.url('pid'));
  } finally {
    await world.close();
  }
}

async function repeatedly(work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await work(round);
}

test('survives kill -9 of alternating nodes', () =>
  faulty((world) => repeatedly((round) => killNode(world, round % 2))));

test('survives kill -9 of PostgreSQL and a restart on the same folder', () =>
  faulty((world) =>
    repeatedly(async () => {
      await world.primary.kill();
      await world.primary.start();
      await world.recovered();
      await moreSends(world, 100);
    }),
  ));

test('responds with 503 while PostgreSQL is paused for longer than the timeouts, and recovers', () =>
  faulty(async (world) => {
    await pausePostgres(world, 20);
    expect(world.load.refusals.get(503) ?? 0).toBeGreaterThan(0);
  }));

test('survives the loss of all database connections', () =>
  faulty((world) => repeatedly(() => exhaustConnections(world, 5))));

test('survives the loss of the primary under load, and the promotion of its synchronous standby', () =>
  faulty(failOver));

test('without the standby, commits wait and are not acknowledged', () =>
  faulty(async (world) => {
    await world.standby.kill();
    const before = world.load.acknowledged.length;
    await new Promise((resolve) => setTimeout(resolve, 3000));
    // Commits that already reached the standby may still be acknowledged.
    expect(world.load.acknowledged.length - before).toBeLessThan(600);
    await world.standby.start();
    await world.recovered();
  }));

test.skipIf(redis === null)(
  `serves without errors while Redis is down and after it returns${skipReason({ redis })}`,
  async () => {
    const server = await ownRedis(redis!);
    try {
      await faulty(
        (world) =>
          repeatedly(async () => {
            await server.kill();
            await moreSends(world, 200);
            await server.restart();
            await moreSends(world, 200);
            expect([...world.load.refusals]).toEqual([]);
          }),
        { PID_REDIS_URL: `redis://127.0.0.1:${server.port}`, PID_RATE_LIMIT: '100000' },
      );
    } finally {
      await server.stop();
    }
  },
);
