import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../packages/server/test/free-port.ts';
import { repository } from '../examples/copy-out.ts';
import { fileOf, readGuide } from './read-guide.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const { blocks } = readGuide('85-testing-in-ci.md', 'https://pid.example');
const { version } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
  version: string;
};
const name = `pid-sandbox-${version}.tgz`;
/** The checkout of a studio. */
const folder = mkdtempSync(path.join(tmpdir(), 'pid-studio-'));
const started: number[] = [];

beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'pack:sandbox'], { cwd: repository });
  copyFileSync(path.join(repository, 'dist', name), path.join(folder, name));
});

afterAll(async () => {
  for (const id of started) process.kill(id, 'SIGTERM');
  // The database of a stopping service still writes to the folder.
  await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }), { timeout: 20_000 });
});

/** Runs a command as GitHub Actions does: `bash -e`, with what earlier steps wrote to GITHUB_ENV. */
function runStep(script: string, variables: Record<string, string>) {
  const file = path.join(folder, 'step.sh');
  writeFileSync(file, script);
  const { status, stdout, stderr } = spawnSync('bash', ['-e', file], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  });
  for (const [, id] of stdout.matchAll(/runs as process (\d+)/g)) started.push(Number(id));
  return { status, output: stdout + stderr };
}

test('every step of the workflow succeeds, and the test of the guide passes against the started service', async () => {
  const workflow = parse(fileOf(blocks, '.github/workflows/test.yml')) as {
    jobs: { test: { steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] } };
  };
  writeFileSync(path.join(folder, 'purchase.test.mjs'), fileOf(blocks, 'purchase.test.mjs'));
  const environmentFile = path.join(folder, 'github-env');
  writeFileSync(environmentFile, '');
  const variables: Record<string, string> = {
    GITHUB_ENV: environmentFile,
    PID_PORT: String(await freePort()),
  };
  const { steps } = workflow.jobs.test;
  expect(steps.map(({ uses }) => uses)).toEqual([
    'actions/checkout@v5',
    'actions/setup-node@v5',
    undefined,
    undefined,
  ]);
  for (const { run } of steps) {
    if (run === undefined) continue;
    const { status, output } = runStep(run, variables);
    expect([run, status, status === 0 ? '' : output]).toEqual([run, 0, '']);
    for (const [, key, value] of readFileSync(environmentFile, 'utf8').matchAll(/^(\w+)=(.*)$/gm))
      variables[key!] = value!;
  }
  expect(Object.keys(variables)).toEqual(
    expect.arrayContaining(['PID_URL', 'PID_CLIENT_ID', 'PID_CLIENT_SECRET']),
  );
  const page = await fetch(`${variables['PID_URL']}/signin`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('>Sandbox, play money</span>');
});

test('the package is at most 150 MB installed, and starts again in the same folder with the same app and the origins that are given', async () => {
  const project = path.join(folder, 'installed');
  execFileSync('npm', [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--prefix',
    project,
    path.join(folder, name),
  ]);
  expect(bytesBelow(project) / 1e6).toBeLessThan(150);
  const port = String(await freePort());
  const start = async (...origins: string[]) => {
    const words = ['--port', port, ...origins.flatMap((origin) => ['--origin', origin])];
    const service = spawn(path.join(project, 'node_modules/.bin/pid-sandbox'), words, {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    service.stdout.on('data', (chunk) => (output += String(chunk)));
    await vi.waitFor(() => expect(output).toContain('PID_CLIENT_SECRET='), { timeout: 60_000 });
    const lines: Record<string, string> = Object.fromEntries(
      [...output.matchAll(/^(PID_\w+)=(.*)$/gm)].map(([, key, value]) => [key!, value!]),
    );
    const isListed = async (origin: string) => {
      const address = new URL('/v1/auth/authorize', lines['PID_URL']);
      address.searchParams.set('client_id', lines['PID_CLIENT_ID'] ?? '');
      address.searchParams.set('redirect_uri', `${origin}/back`);
      return (await fetch(address)).ok;
    };
    const listed = await Promise.all(['https://first.example', 'https://second.example'].map(isListed));
    service.kill('SIGTERM');
    const code = await new Promise((resolve) => service.once('exit', resolve));
    expect(code).toBe(0);
    return { lines, listed };
  };
  const [first, second, third] = [
    await start('https://first.example'),
    await start('https://second.example'),
    await start(),
  ];
  expect([first.listed, second.listed, third.listed]).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
  expect(second.lines['PID_CLIENT_ID']).toBe(first.lines['PID_CLIENT_ID']);
  expect(second.lines['PID_CLIENT_SECRET']).not.toBe(first.lines['PID_CLIENT_SECRET']);
});

test('a service that cannot start says why, also in the background', () => {
  const { status, output } = runStep(`npx --yes ./pid-sandbox-*.tgz --detach`, {
    PID_PORT: '1',
    PID_PAYMENT_PROVIDER: 'midtrans',
    PID_DATA_DIR: path.join(folder, 'refused'),
  });
  expect([status, output]).toEqual([1, expect.stringContaining('a sandbox has play money only')]);
});

function bytesBelow(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
