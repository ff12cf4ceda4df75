import pg from 'pg';
import { until } from './own-postgres.ts';
import type { World } from './own-world.ts';

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** One of the two nodes loses power and comes back. */
export async function killNode(world: World, index: number): Promise<void> {
  const node = world.nodes[index]!;
  node.child.kill('SIGKILL');
  await node.ended;
  await moreSends(world, 20);
  await world.restartNode(index);
  await world.recovered();
}

export async function pausePostgres(world: World, seconds: number): Promise<void> {
  world.primary.pause();
  await sleep(seconds);
  world.primary.resume();
  await world.recovered();
}

/** Another client takes every connection of the server, and the nodes lose theirs. */
export async function exhaustConnections(world: World, seconds: number): Promise<void> {
  const hogs: pg.Client[] = [];
  const refusals = () => world.load.refusals.get(503) ?? 0;
  const before = refusals();
  try {
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end || refusals() === before) {
      const hog = new pg.Client({ connectionString: world.primary.url() });
      hog.on('error', () => {});
      const refused = await hog.connect().then(
        () => !hogs.push(hog),
        () => true,
      );
      const [first] = hogs;
      if (refused)
        await first?.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'pid_service'",
        );
      if (refused) await sleep(0.1);
    }
  } finally {
    await Promise.all(hogs.map((hog) => hog.end().catch(() => {})));
  }
  await world.recovered();
}

/** Does what Patroni does: the primary is killed and its synchronous standby is promoted. */
export async function failOver(world: World): Promise<void> {
  await moreSends(world, 20);
  await world.primary.kill();
  await sleep(1);
  await world.standby.promote();
  await world.recovered();
}

/** A slow machine may take its time; a load that stands still for a minute fails. */
export async function moreSends({ load }: Pick<World, 'load'>, count: number): Promise<void> {
  const sent = () => load.acknowledged.length;
  const end = sent() + count;
  for (let seen = sent(); seen < end; seen = sent()) await until(`a send after ${seen}`, () => sent() > seen);
}
