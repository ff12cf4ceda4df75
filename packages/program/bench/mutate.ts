// Takes every guard (`ensure!`) of the wallet program away in turn, builds that program and runs the tests against it:
// each must be noticed. tsx packages/program/bench/mutate.ts [file filter]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileProgram } from '../build/compile-program.ts';
import { prepareToolchain } from '../build/toolchain.ts';

const packageDirectory = fileURLToPath(new URL('..', import.meta.url));
const repository = join(packageDirectory, '../..');
const toolchain = prepareToolchain(join(repository, '.toolchain'));
const sources = join(packageDirectory, 'rust');
const filter = process.argv[2] ?? '';

/** The tests that are most likely to notice come first; only a survivor meets them all. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'activate.rs': ['activate'],
  'config.rs': ['config'],
  'exit.rs': ['rotate-exit', 'tokens'],
  'fees.rs': ['withdraw', 'activate'],
  'game_program.rs': ['session-registration', 'config'],
  'layout.rs': ['withdraw', 'sessions'],
  'lib.rs': ['compromise'],
  'passkey.rs': ['passkey'],
  'rotate.rs': ['rotate-exit'],
  'spend.rs': ['withdraw', 'rotate-exit'],
  'session_register.rs': ['session-registration', 'sessions'],
  'tokens.rs': ['tokens'],
  'withdraw.rs': ['withdraw', 'tokens'],
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
  'properties',
];

interface Guard {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly text: string;
}

function guardsOf(file: string): Guard[] {
  const source = readFileSync(join(sources, 'wallet', file), 'utf8');
  return [...source.matchAll(/ensure!\(/g)].map((match) => {
    const line = source.slice(0, match.index).split('\n').length;
    const text = source.slice(match.index).split(';', 1)[0]?.replaceAll(/\s+/g, ' ') ?? '';
    return { file, line, offset: match.index, text };
  });
}

/** The first failing test under a program without the guard, or null when none notices. */
function notice(program: string, tests: readonly string[]): string | null {
  const files = tests.map((name) => `packages/program/test/${name}.test.ts`);
  const run = spawnSync('npx', ['vitest', 'run', '--bail=1', '--reporter=tap-flat', ...files], {
    cwd: repository,
    env: { ...process.env, PID_WALLET_SO: program },
    encoding: 'utf8',
  });
  if (run.status === 0) return null;
  return run.stdout.match(/^not ok \d+ - (.*?)(?: # time.*)?$/m)?.[1] ?? 'the test run failed';
}

function tryWithout(guard: Guard): string | null {
  const scratch = mkdtempSync(join(tmpdir(), 'pid-mutant-'));
  try {
    cpSync(sources, join(scratch, 'rust'), { recursive: true });
    const path = join(scratch, 'rust/wallet', guard.file);
    const source = readFileSync(path, 'utf8');
    const end = guard.offset + 'ensure!('.length;
    writeFileSync(path, `${source.slice(0, end)}true || ${source.slice(end)}`);
    const program = join(scratch, 'mutant.so');
    const linked = compileProgram(toolchain, join(scratch, 'rust/wallet/lib.rs'), { lints: 'allow' });
    writeFileSync(program, linked.elf);
    return notice(program, FIRST[guard.file] ?? ['sessions']) ?? notice(program, ALL);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const guards = readdirSync(join(sources, 'wallet'))
  .toSorted()
  .filter((file) => file.includes(filter))
  .flatMap(guardsOf);
let survivors = 0;
for (const guard of guards) {
  const noticed = tryWithout(guard);
  if (noticed === null) survivors += 1;
  process.stdout.write(
    `${noticed === null ? 'SURVIVED' : 'noticed '} ${guard.file}:${guard.line} ${guard.text}\n`,
  );
  process.stdout.write(`         ${noticed ?? 'no test fails'}\n`);
}
process.stdout.write(`${guards.length} guards, ${survivors} survived\n`);
