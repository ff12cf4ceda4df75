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
            ['request to answer, alone', found.totalP50.toFixed(1), found.totalP90.toFixed(1)],
            [
              'of that beside the chain’s block time',
              found.overheadP50.toFixed(1),
              found.overheadP90.toFixed(1),
            ],
            [
              `${found.accounts} accounts at once, one after the other each`,
              found.p50.toFixed(1),
              found.p99.toFixed(1),
            ],
            ...found.legs.map(([point, millis]) => [`alone, to “${point}”`, millis.toFixed(1), '']),
          ],
        },
      ],
      figures: [
        {
          name: 'relay overhead beside the block time, p50',
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
        `One withdrawal is ${found.statements.length} statements to the database, a round trip each: its passkey, earlier requests like it, a transaction of the operation, its consent, audit event and caps, its confirmation; under load many share the last one, and the reconciler settles up to a hundred at once. Under load it is ${found.processorMillis.toFixed(1)} ms of processor time of the service, in which the embedded chain executes the transactions too. ${found.putOff} requests were put off by an overloaded service and repeated. An account’s withdrawals follow each other, a block each, so that accounts ÷ block time bounds the rate from above.`,
      ],
    };
  } finally {
    await database.drop();
  }
}

/** It counts the statements of a service in its own process, which must not be this one. */
function measureApart(url: string): Promise<RelayFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(root, 'bench/relay.ts'), [url], {
      execArgv: ['--import', 'tsx'],
      cwd: root,
    });
    child.once('message', (figures) => resolve(figures as RelayFigures));
    child.once('exit', (code) => reject(new Error(`the relay’s process ended with ${code}`)));
  });
}
