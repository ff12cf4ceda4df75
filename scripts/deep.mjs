// `npm run deep [names]`: the searches of `npm test`, as long as it takes. Every entry begins at a seed that it prints; PID_DEEP_SEED gives one.
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { run } from './run.mjs';

const seed = Number(process.env.PID_DEEP_SEED ?? randomInt(2 ** 32));

/** `environment` is of one of `parts` processes that share the work: its number and the number of them. */
const entries = [
  {
    name: 'relay',
    what: 'simulated worlds of the relay',
    count: Number(process.env.PID_DEEP_COUNT ?? 100_000),
    tests: ['packages/server/src/relay/simulation.test.ts', '-t', 'whatever fails'],
    environment: (first, count) => ({
      PID_SIMULATION_SEED: String(first),
      PID_SIMULATION_SEEDS: String(count),
    }),
  },
  {
    name: 'program',
    what: 'sequences of instructions against the model of the wallet program',
    count: Number(process.env.PID_DEEP_COUNT ?? 100_000),
    tests: ['--project', 'all', 'packages/program/test/model.test.ts'],
    environment: (first, count) => ({ PID_DEEP_SEED: String(first % 2 ** 31), PID_DEEP_RUNS: String(count) }),
  },
];

const wanted = process.argv.slice(2);
const chosen = entries.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0) {
  console.error(`There is ${entries.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
let failed = 0;
for (const { name, what, count, tests, environment } of chosen) {
  const parts = Math.max(1, Math.min(availableParallelism(), Math.floor(count / 100)));
  console.log(`${name}: ${count} ${what} from seed ${seed}, in ${parts} processes`);
  const each = Math.ceil(count / parts);
  const codes = await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      run('vitest', ['run', ...tests], {
        env: environment(seed + part * each, Math.min(each, count - part * each)),
      }),
    ),
  );
  if (codes.some(({ code }) => code !== 0)) failed += 1;
}
console.log(failed === 0 ? 'Nothing was found.' : `${failed} of ${chosen.length} found something.`);
process.exitCode = failed === 0 ? 0 : 1;
