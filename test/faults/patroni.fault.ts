import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { ensureDebianPostgres } from '../support/ensure-postgres.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { moreSends } from './faults.ts';
import { ownPatroni } from './own-patroni.ts';
import { until } from './own-postgres.ts';
import { openSenders, startingRupiah } from './own-world.ts';
import { verify } from './verify.ts';

vi.setConfig({ testTimeout: 1_800_000 });

const postgres = ensureDebianPostgres();
const patroni = ensureTool('patroni', { debian: 'patroni' });
const etcd = ensureTool('etcd', { debian: 'etcd-server' });
const kills = Number(process.env['PID_FAULT_ROUNDS'] ?? 2);
/** Patroni waits until the leader's key expires, and a shared machine is slow. */
const promotionSeconds = 240;

const reason = skipReason({ postgres, patroni, etcd });
test.skipIf(reason !== '')(
  `Patroni, synchronous: loses and duplicates nothing acknowledged when each leader is killed under load${reason}`,
  async () => {
    const cluster = await ownPatroni({ postgres: postgres!, patroni: patroni!, etcd: etcd! });
    try {
      const [first, second] = cluster.members;
      await createDatabase(cluster.url(first, 'postgres'));
      const senders = await openSenders(cluster.url(first, 'pid'), [first.port, second.port], {
        players: 15,
        senders: 16,
      });
      try {
        let lead = first;
        for (let kill = 0; kill < kills; kill += 1) {
          await moreSends(senders, 100);
          await lead.kill();
          const { begun } = senders.load;
          const other = lead === first ? second : first;
          await until(
            `${other.name} leads`,
            async () => (await cluster.state()).leader === other,
            promotionSeconds,
          );
          await until(
            'a later send is acknowledged',
            () => senders.load.acknowledged.some(({ number }) => number > begun),
            promotionSeconds,
          );
          lead.start();
          await until(
            `${lead.name} follows synchronously`,
            async () => (await cluster.state()).isSynchronous,
            promotionSeconds,
          );
          lead = other;
        }
        await senders.recovered();
        await senders.load.stop();
        const { acknowledged, unknown, refusals } = senders.load;
        process.stdout.write(
          `${kills} leaders killed: ${acknowledged.length} sends acknowledged, ${unknown.length} without an answer, ${refusals.get(503) ?? 0} refused with 503\n`,
        );
        expect(acknowledged.length).toBeGreaterThan(kills * 100);
        await verify(senders.load, senders.players, startingRupiah, cluster.url(lead, 'pid'));
      } finally {
        await senders.close();
      }
    } finally {
      await cluster.stop();
    }
  },
);

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create database pid');
  } finally {
    await client.end();
  }
}
