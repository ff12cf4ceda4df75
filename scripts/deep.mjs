// `npm run deep [names] [count]`: runs the randomized tests of `npm test` with many more cases. Each test
// prints its first seed; PID_TEST_SEED can set it. `npm run deep planted [seeds]` inserts bugs into the relay
// and checks that its simulator finds each one. `npm run deep pace` runs the relay tests with other slot
// times.
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { build } from './build.mjs';
import { run } from './run.mjs';

const seed = Number(process.env.PID_TEST_SEED ?? randomInt(2 ** 30));

const entries = [
  {
    name: 'relay',
    what: 'simulations of the relay',
    tests: ['packages/server/src/relay/simulation.test.ts', '-t', 'under any faults'],
  },
  {
    name: 'program',
    what: 'sequences of instructions against the model of the wallet program',
    tests: ['--project', 'sbpf v3', 'packages/program/test/model.test.ts'],
  },
  {
    name: 'verifier',
    what: 'sequences of owners, permissions and calls against the TypeScript model of the EVM verifier',
    tests: [
      '--project',
      'release',
      'packages/server/src/evm-permissions/contract/verifier-model.release.test.ts',
    ],
  },
  {
    name: 'commands',
    what: 'rows for the commands of an operator',
    tests: ['--project', 'release', 'packages/server/src/cli/many-rows.release.test.ts'],
    count: 10_000_000,
    // All rows belong to one database.
    inOneProcess: true,
    // It runs the built command line.
    isBuilt: true,
  },
];

const words = process.argv.slice(2);
const counts = words.filter((word) => /^\d+$/.test(word));
const given = counts[0] === undefined ? null : Number(counts[0]);
const wanted = words.filter((word) => !counts.includes(word));
if (wanted.includes('planted')) {
  const { code } = await run('tsx', ['test/mutants/planted.ts', ...counts]);
  process.exit(code);
}
if (wanted.includes('pace')) process.exit(await runAtOtherPaces());
const chosen = entries.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0 || given === 0) {
  console.error(
    `Valid names: ${entries.map(({ name }) => name).join(', ')}, planted, pace. The count must be at least 1.`,
  );
  process.exit(1);
}
if (chosen.some(({ isBuilt }) => isBuilt)) await build();
let failed = 0;
for (const { name, what, tests, count: usual = 100_000, inOneProcess = false } of chosen) {
  const count = given ?? usual;
  const parts = inOneProcess ? 1 : Math.max(1, Math.min(availableParallelism(), Math.floor(count / 100)));
  console.log(`${name}: ${count} ${what} from seed ${seed}, in ${parts} processes`);
  const each = Math.ceil(count / parts);
  const codes = await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      run('vitest', ['run', ...tests], {
        env: {
          PID_TEST_SEED: String(seed + part * each),
          PID_TEST_RUNS: String(Math.min(each, count - part * each)),
        },
      }),
    ),
  );
  if (codes.some(({ code }) => code !== 0)) failed += 1;
}
console.log(failed === 0 ? 'No bug was found.' : `${failed} of ${chosen.length} found a bug.`);
process.exitCode = failed === 0 ? 0 : 1;

/** Shorter slots than today's, longer slots, and finality shortly after confirmation. */
async function runAtOtherPaces() {
  const paces = [
    { slotMillis: 50, finalizedSlots: 32 },
    { slotMillis: 800, finalizedSlots: 32 },
    { slotMillis: 400, finalizedSlots: 2 },
  ];
  for (const { slotMillis, finalizedSlots } of paces) {
    console.log(`pace: blocks of ${slotMillis} ms, finalized after ${finalizedSlots} slots`);
    const env = {
      PID_TEST_SLOT_MILLIS: String(slotMillis),
      PID_TEST_FINALIZED_SLOTS: String(finalizedSlots),
    };
    const { code } = await run(
      'vitest',
      [
        'run',
        '--project',
        'all',
        '--project',
        'release',
        'packages/server/src/relay/',
        '--exclude',
        '**/{pace,simulation}.test.ts',
      ],
      { env },
    );
    if (code !== 0) return code;
  }
  return 0;
}
