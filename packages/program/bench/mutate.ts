// Removes one protection of the wallet program at a time, builds the program and runs its tests. Fails if no test detects a mutation
// that is not in equivalent-mutations.ts. Writes test-results/program-mutations.json. `--sample` tries a limited number of random ones.
//   tsx packages/program/bench/mutate.ts [--sample count [--seed text]] [file …]
import { createHash, randomInt } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { compileProgram } from '../build/compile-program.ts';
import { prepareToolchain } from '../build/toolchain.ts';
import { equivalenceOf } from './equivalent-mutations.ts';
import { mutationsOf } from './mutations.ts';
import type { Mutation } from './mutations.ts';

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const repository = join(packageDirectory, '../..');
const report = join(repository, 'test-results/program-mutations.json');
const toolchain = prepareToolchain(join(repository, '.toolchain'));
const sources = join(packageDirectory, 'rust');
const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: String(randomInt(2 ** 32)) } },
});

/** The tests that are most likely to detect a mutation run first. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'activate.rs': ['activate', 'bounds'],
  'certificate.rs': ['certificate'],
  'claim.rs': ['claim', 'certificate'],
  'config.rs': ['config', 'bounds'],
  'exit.rs': ['rotate-exit', 'tokens', 'bounds', 'everything'],
  'fees.rs': ['withdraw', 'bounds'],
  'game_program.rs': ['session-registration', 'program-data'],
  'layout.rs': ['layout-version'],
  'lib.rs': ['compromise'],
  'passkey.rs': ['passkey', 'recovery-refusals', 'bounds'],
  'recovery.rs': ['recovery-policy', 'recovery-guardians', 'recovery', 'recovery-epoch', 'recovery-refusals'],
  'rotate.rs': ['rotate-exit', 'bounds'],
  'session.rs': ['sessions'],
  'session_close.rs': ['sessions'],
  'session_execute.rs': ['sessions', 'compromise'],
  'session_register.rs': ['session-registration', 'sessions'],
  'spend.rs': ['withdraw', 'rotate-exit'],
  'tokens.rs': ['tokens', 'bounds', 'everything'],
  'view_claim.rs': ['claim'],
  'view_config.rs': ['withdraw', 'config'],
  'view_recovery.rs': ['recovery', 'recovery-epoch', 'recovery-refusals', 'recovery-policy'],
  'view_session.rs': ['sessions', 'session-registration'],
  'view_wallet.rs': ['withdraw', 'sessions', 'recovery-guardians'],
  'withdraw.rs': ['withdraw', 'tokens', 'bounds', 'everything'],
};
const ALL = [
  'passkey',
  'withdraw',
  'activate',
  'config',
  'rotate-exit',
  'tokens',
  'session-registration',
  'sessions',
  'compromise',
  'everything',
  'claim',
  'certificate',
  'recovery',
  'recovery-epoch',
  'recovery-guardians',
  'recovery-policy',
  'recovery-refusals',
  'layout-version',
  'bounds',
  'addresses',
  'program-data',
  'properties',
  'tampering',
];

const scratch = mkdtempSync(join(tmpdir(), 'pid-mutant-'));
const program = join(scratch, 'mutant.so');
// One runner for all mutants: the tests load the program again for every world.
const vitest = await createVitest('test', {
  config: join(packageDirectory, 'bench/vitest.mutation.config.ts'),
  root: repository,
  watch: false,
  bail: 1,
  reporters: [{}],
  env: { PID_WALLET_SO: program },
});
await vitest.standalone();

/** The first test that fails with the mutated program, or null. */
async function firstFailure(tests: readonly string[]): Promise<string | null> {
  for (const name of tests) {
    const specifications = await vitest.globTestSpecifications([`packages/program/test/${name}.test.ts`]);
    const { testModules } = await vitest.runTestSpecifications(specifications);
    // The result also contains earlier runs.
    const only = testModules.find(({ moduleId }) => basename(moduleId) === `${name}.test.ts`);
    if (!only || only.state() === 'pending') throw new Error(`${name}.test.ts was not run`);
    if (only.ok()) continue;
    const failed = [...only.children.allTests()].find((test) => test.result().errors?.length);
    return `${name}: ${failed ? failed.fullName.replaceAll(' > ', ', ') : 'its set-up'}`;
  }
  return null;
}

async function tryOne(mutation: Mutation): Promise<string | null> {
  const rust = join(scratch, 'rust');
  rmSync(rust, { recursive: true, force: true });
  cpSync(sources, rust, { recursive: true });
  writeFileSync(join(rust, 'wallet', mutation.file), mutation.mutated);
  writeFileSync(program, compileProgram(toolchain, join(rust, 'wallet/lib.rs'), { lints: 'allow' }).v0.elf);
  const first = FIRST[mutation.file] ?? [];
  const others = ALL.filter((name) => !first.includes(name));
  return firstFailure(equivalenceOf(mutation) === null ? [...first, ...others] : first);
}

function chosen(): Mutation[] {
  const mutations = readdirSync(join(sources, 'wallet'))
    .toSorted()
    .filter((name) => filters.length === 0 || filters.includes(name))
    .flatMap((name) => mutationsOf(name, readFileSync(join(sources, 'wallet', name), 'utf8')));
  if (values.sample === undefined) return mutations;
  const rank = ({ file, place, text }: Mutation) =>
    createHash('sha256').update([values.seed, file, place, text].join('\0')).digest('hex');
  process.stdout.write(`Seed ${values.seed}: ${values.sample} of ${mutations.length} mutations\n`);
  return mutations
    .toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1))
    .slice(0, Number(values.sample));
}

interface Verdict {
  readonly file: string;
  readonly place: string;
  readonly text: string;
  /** The first test that failed. */
  readonly detectedBy: string | null;
  /** Why no test can detect it. */
  readonly equivalent: string | null;
}

const verdicts: Verdict[] = [];
const mutations = chosen();
if (mutations.length === 0) throw new Error('No mutation was chosen: check the names of files and --sample.');
mkdirSync(join(repository, 'test-results'), { recursive: true });
for (const mutation of mutations) {
  const { file, place, text } = mutation;
  const [equivalent, detectedBy] = [equivalenceOf(mutation), await tryOne(mutation)];
  verdicts.push({ file, place, text, detectedBy, equivalent });
  const outcome = detectedBy ?? (equivalent === null ? 'UNDETECTED' : `equivalent: ${equivalent}`);
  process.stdout.write(`${file} ${place} | ${text}\n    ${outcome}\n`);
  writeFileSync(report, `${JSON.stringify({ seed: values.seed, mutations: verdicts }, null, 2)}\n`);
}
// Compiled in the same way, without a mutation: every test must pass, also after the failed runs.
writeFileSync(program, compileProgram(toolchain, join(sources, 'wallet/lib.rs'), { lints: 'allow' }).v0.elf);
const control = await firstFailure(ALL);
if (control !== null) throw new Error(`A test fails without a mutation: ${control}`);
const undetected = verdicts.filter(
  ({ detectedBy, equivalent }) => detectedBy === null && equivalent === null,
);
const stale = verdicts.filter(({ detectedBy, equivalent }) => detectedBy !== null && equivalent !== null);
for (const { file, place, text } of stale)
  process.stdout.write(`Detected, so remove it from equivalent-mutations.ts: ${file} ${place} | ${text}\n`);
process.stdout.write(`${verdicts.length} mutations, ${undetected.length} undetected\n`);
await vitest.close();
rmSync(scratch, { recursive: true, force: true });
process.exitCode = undetected.length + stale.length === 0 ? 0 : 1;
