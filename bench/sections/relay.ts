import { fork } from 'node:child_process';
import path from 'node:path';
import { root } from '../support/processes.ts';
import type { SectionResult } from '../support/results.ts';
import type { World } from '../support/world.ts';
import type { RelayFigures } from '../relay.ts';

export const title = 'The relay on the embedded chain';

export async function run(world: World): Promise<SectionResult> {
  const database = await world.createDatabase('relay');
  try {
    await database.migrate();
    const found = await measureApart(database.url);
    return {
      tables: [
        {
          title: '',
          columns: ['withdrawal', 'p50 ms', 'p90 ms, or p99 under load'],
          rows: [
            ['request to response, alone', found.totalP50.toFixed(1), found.totalP90.toFixed(1)],
            [
              'of that without the chain’s block time',
              found.overheadP50.toFixed(1),
              found.overheadP90.toFixed(1),
            ],
            [
              `${found.accounts} accounts concurrently, one withdrawal at a time each`,
              found.p50.toFixed(1),
              found.p99.toFixed(1),
            ],
            ...found.legs.map(([point, millis]) => [`alone, to “${point}”`, millis.toFixed(1), '']),
          ],
        },
      ],
      figures: [
        {
          name: 'relay overhead without the block time, p50',
          wanted: { atMost: 15 },
          reached: found.overheadP50,
          unit: ' ms',
        },
        {
          name: `withdrawals over ${found.accounts} accounts`,
          wanted: { atLeast: 100 },
          reached: found.perSecond,
          unit: '/s',
        },
      ],
      notes: [
        `One withdrawal is ${found.statements.length} database statements, with one round trip each: the passkey, earlier identical requests, the transaction with the operation, its consent, audit event and caps, and the confirmation. Under load many withdrawals share the last one, and the reconciler settles up to a hundred together. Under load a withdrawal takes ${found.processorMillis.toFixed(1)} ms of processor time of the service, which includes executing the transactions on the embedded chain. ${found.putOff} requests were refused by the overloaded service and retried. The withdrawals of one account run one after the other, one per block, so the rate is at most accounts ÷ block time.`,
      ],
    };
  } finally {
    await database.drop();
  }
}

/** Runs the measurement in another process, because it counts all statements of its process. */
function measureApart(url: string): Promise<RelayFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(root, 'bench/relay.ts'), [url], {
      execArgv: ['--import', 'tsx'],
      cwd: root,
    });
    child.once('message', (figures) => resolve(figures as RelayFigures));
    child.once('exit', (code) => reject(new Error(`The process of the relay benchmark ended with ${code}`)));
  });
}
