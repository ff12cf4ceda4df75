// Takes every protection of the wallet program away in turn, builds that program and runs the tests against it: each must
// be noticed. Writes docs/program-guards.md, of which a filter renews only the files that it names.
//   tsx packages/program/bench/mutate.ts [file filter]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileProgram } from '../build/compile-program.ts';
import { prepareToolchain } from '../build/toolchain.ts';
import { equivalenceOf } from './equivalent-mutations.ts';
import { mutationsOf } from './mutations.ts';
import type { Mutation } from './mutations.ts';

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const repository = join(packageDirectory, '../..');
const document = join(repository, 'docs/program-guards.md');
const toolchain = prepareToolchain(join(repository, '.toolchain'));
const sources = join(packageDirectory, 'rust');
const filter = process.argv[2] ?? '';
const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
const CONFIG = 'packages/program/bench/vitest.mutation.config.ts';

/** The tests that are most likely to notice come first; only a survivor meets them all. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'activate.rs': ['activate', 'bounds'],
  'config.rs': ['config', 'bounds'],
  'exit.rs': ['rotate-exit', 'bounds'],
  'fees.rs': ['withdraw', 'bounds'],
  'game_program.rs': ['session-registration', 'program-data'],
  'layout.rs': ['withdraw', 'sessions'],
  'lib.rs': ['compromise'],
  'passkey.rs': ['passkey', 'bounds'],
  'rotate.rs': ['rotate-exit', 'bounds'],
  'session.rs': ['sessions'],
  'session_close.rs': ['sessions'],
  'session_execute.rs': ['sessions', 'compromise'],
  'session_register.rs': ['session-registration', 'sessions'],
  'spend.rs': ['withdraw', 'rotate-exit'],
  'tokens.rs': ['tokens', 'bounds'],
  'withdraw.rs': ['withdraw', 'tokens', 'bounds'],
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
  'bounds',
  'addresses',
  'program-data',
  'properties',
  'tampering',
];

/** The first failing test under a program without the guard, or null when none notices. */
function notice(program: string, tests: readonly string[]): string | null {
  const files = tests.map((name) => `packages/program/test/${name}.test.ts`);
  const options = ['--config', CONFIG, '--bail=1', '--reporter=tap-flat'];
  const run = spawnSync(process.execPath, [vitest, 'run', ...options, ...files], {
    cwd: repository,
    env: { ...process.env, PID_WALLET_SO: program },
    encoding: 'utf8',
  });
  if (run.status === 0) return null;
  // A file that the failure elsewhere has cut short is named without a test.
  const name = run.stdout.match(/^not ok \d+ - (.* > .*?)(?: # time.*)?$/m)?.[1];
  if (name === undefined && run.stdout.includes('# SKIP')) return `${tests[0]}: its set-up`;
  if (name === undefined) throw new Error(`the test run itself failed:\n${run.stdout}${run.stderr}`);
  const [file = '', ...title] = name.split(' > ');
  return `${basename(file, '.test.ts')}: ${title.join(', ')}`;
}

function tryOne(mutation: Mutation): string | null {
  const scratch = mkdtempSync(join(tmpdir(), 'pid-mutant-'));
  try {
    cpSync(sources, join(scratch, 'rust'), { recursive: true });
    writeFileSync(join(scratch, 'rust/wallet', mutation.file), mutation.mutated);
    const program = join(scratch, 'mutant.so');
    const linked = compileProgram(toolchain, join(scratch, 'rust/wallet/lib.rs'), { lints: 'allow' });
    writeFileSync(program, linked.elf);
    return notice(program, FIRST[mutation.file] ?? ALL) ?? notice(program, ALL);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
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

Written by \`npx tsx packages/program/bench/mutate.ts [file filter]\`, which takes away one protection at a time — a guard, a part
of one (between dots), the call of a check, a check of arithmetic — builds that program and runs the tests until one fails.
`;
  writeFileSync(document, [head, ...body].join('\n'));
}

let survivors = 0;
const tried = new Map<string, string[]>();
const files = readdirSync(join(sources, 'wallet')).toSorted();
for (const file of files.filter((name) => name.includes(filter))) {
  const mutations = mutationsOf(file, readFileSync(join(sources, 'wallet', file), 'utf8'));
  for (const mutation of mutations) {
    const reason = equivalenceOf(mutation);
    const noticed = tryOne(mutation);
    if (noticed === null && reason === null) survivors += 1;
    const verdict = noticed ?? (reason === null ? '**no test**' : `equivalent: ${reason}`);
    process.stdout.write(`${file} ${mutation.place} | ${mutation.text}\n    ${verdict}\n`);
    const rows = tried.get(file) ?? [];
    rows.push(`| \`${mutation.place}\` | \`${cell(mutation.text)}\` | ${cell(verdict)} |`);
    tried.set(file, rows);
  }
}
writeDocument(tried);
process.stdout.write(`${[...tried.values()].flat().length} protections, ${survivors} without a test\n`);
process.exitCode = survivors === 0 ? 0 : 1;
