import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

export type Outcome =
  | { readonly type: 'passed' }
  | { readonly type: 'failed'; readonly test: string }
  | { readonly type: 'late' };

interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Runs the tests that match, up to the first failure, and for no longer than `seconds`. */
export async function runTests(
  folder: string,
  filters: readonly string[],
  { databaseUrl, seconds }: { databaseUrl: string; seconds: number },
): Promise<Outcome> {
  const file = path.join(folder, 'guards-report.json');
  rmSync(file, { force: true });
  const words = [
    'run',
    '--bail=1',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--maxWorkers=2',
    ...filters,
  ];
  const child = spawn(process.execPath, [path.join(folder, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, PID_TEST_DATABASE_URL: databaseUrl, CI: '' },
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, seconds * 1000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  if (isLate) return { type: 'late' };
  if (code === 0) return { type: 'passed' };
  return { type: 'failed', test: firstFailure(file, folder) };
}

function firstFailure(file: string, folder: string): string {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return `${short(name, folder)}: ${failed.fullName}`;
  }
  const suite = testResults.find(({ status }) => status === 'failed');
  if (!suite) throw new Error('vitest failed without a failing test');
  return `${short(suite.name, folder)}: its set-up, ${suite.message.split('\n')[0]}`;
}

function short(name: string, folder: string): string {
  return path
    .relative(path.join(folder, 'packages/server/src'), name)
    .replace(/^(?:\.\.\/)+/, '')
    .replace(/\.test\.ts$/, '');
}
