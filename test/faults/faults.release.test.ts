import { expect, test, vi } from 'vitest';
import { exhaustConnections, failOver, killNode, moreSends, pausePostgres } from './faults.ts';
import { openWorld, startingRupiah } from './own-world.ts';
import { verify } from './verify.ts';

// The short form of `npm run faults`: every fault once, in sequence, under a small load.
vi.setConfig({ testTimeout: 300_000 });

test.runIf(process.platform === 'linux')(
  'loses nothing acknowledged with a killed node, a paused PostgreSQL, no free connections and a failover to the standby',
  async () => {
    const world = await openWorld({ players: 5, senders: 4 });
    try {
      await moreSends(world, 20);
      await killNode(world, 1);
      await pausePostgres(world, 1);
      await exhaustConnections(world, 1);
      await failOver(world);
      await world.load.stop();
      expect(world.load.acknowledged.length).toBeGreaterThan(100);
      await verify(world.load, world.players, startingRupiah, world.standby.url('pid'));
    } finally {
      await world.close();
    }
  },
);
