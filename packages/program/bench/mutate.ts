// Takes every protection of the wallet program away in turn, builds that program and runs the tests against it: each must
// be noticed. Writes docs/program-guards.md, of which only the files that are named are renewed.
//   tsx packages/program/bench/mutate.ts [file …]
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import { compileProgram } from '../build/compile-program.ts';
import { prepareToolchain } from '../build/toolchain.ts';
import { programPath } from '../src/index.ts';
import { equivalenceOf } from './equivalent-mutations.ts';
import { mutationsOf } from './mutations.ts';
import type { Mutation } from './mutations.ts';

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const repository = join(packageDirectory, '../..');
const document = join(repository, 'docs/program-guards.md');
const toolchain = prepareToolchain(join(repository, '.toolchain'));
const sources = join(packageDirectory, 'rust');
const filters = process.argv.slice(2);

/** The tests that are most likely to notice come first; only a survivor meets them all. */
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
// One runner for all mutants: the tests read the program anew whenever they make a world.
const vitest = await createVitest('test', {
  config: join(packageDirectory, 'bench/vitest.mutation.config.ts'),
  root: repository,
  watch: false,
  bail: 1,
  reporters: [{}],
  env: { PID_WALLET_SO: program },
});
await vitest.standalone();

/** The first failing test under the mutant, or null when none notices. */
async function notice(tests: readonly string[]): Promise<string | null> {
  for (const name of tests) {
    const specifications = await vitest.globTestSpecifications([`packages/program/test/${name}.test.ts`]);
    const { testModules } = await vitest.runTestSpecifications(specifications);
    // Earlier runs are reported again.
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
  return notice(equivalenceOf(mutation) === null ? [...first, ...others] : first);
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Rewrites the sections of the files that were tried and keeps the others. */
function writeDocument(tried: ReadonlyMap<string, readonly string[]>): void {
  const kept = existsSync(document) ? readFileSync(document, 'utf8').split(/^## /m).slice(1) : [];
  const sections = new Map(kept.map((text) => [text.split('\n', 1)[0] ?? '', text.trimEnd()]));
  for (const [file, rows] of tried) {
    const table = ['| in | protection | without it fails |', '|---|---|---|', ...rows].join('\n');
    sections.set(file, `${file}\n\n${table}`);
  }
  const present = readdirSync(join(sources, 'wallet'));
  const body = [...sections.keys()]
    .toSorted()
    .filter((file) => present.includes(file))
    .map((file) => `## ${sections.get(file)}\n`);
  const head = `# Every protection of the wallet program and the test that misses it

Written by \`npx tsx packages/program/bench/mutate.ts [file …]\`, which takes away one protection at a time — a guard, a part
of one (between dots), the call of a check, a check of arithmetic — builds that program and runs the tests until one fails.
`;
  writeFileSync(document, [head, ...body].join('\n'));
}

let survivors = 0;
const tried = new Map<string, string[]>();
const files = readdirSync(join(sources, 'wallet')).toSorted();
for (const file of files.filter((name) => filters.length === 0 || filters.includes(name))) {
  const mutations = mutationsOf(file, readFileSync(join(sources, 'wallet', file), 'utf8'));
  for (const mutation of mutations) {
    const reason = equivalenceOf(mutation);
    const noticed = await tryOne(mutation);
    if (noticed === null && reason === null) survivors += 1;
    const verdict = noticed ?? (reason === null ? '**no test**' : `equivalent: ${reason}`);
    process.stdout.write(`${file} ${mutation.place} | ${mutation.text}\n    ${verdict}\n`);
    const rows = tried.get(file) ?? [];
    rows.push(`| \`${mutation.place}\` | \`${cell(mutation.text)}\` | ${cell(verdict)} |`);
    tried.set(file, rows);
  }
}
// The control: with nothing taken away, and after all those failures, every test passes.
writeFileSync(program, readFileSync(programPath('wallet')));
const control = await notice(ALL);
if (control !== null) throw new Error(`the program as it is fails ${control}`);
writeDocument(tried);
process.stdout.write(`${[...tried.values()].flat().length} protections, ${survivors} without a test\n`);
await vitest.close();
rmSync(scratch, { recursive: true, force: true });
process.exitCode = survivors === 0 ? 0 : 1;
