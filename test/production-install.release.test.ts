import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('`npm run pid` works in an install without build tools, even if the build is older than the sources', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-production-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['package.json', 'scripts', 'packages/contract/src', 'packages/server/package.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  const pid = () =>
    spawnSync(process.execPath, [path.join(folder, 'scripts/pid.mjs'), '--version'], { encoding: 'utf8' });
  expect(pid()).toMatchObject({ status: 1, stderr: expect.stringContaining('The server is not built') });
  cpSync(path.join(root, 'packages/server/dist'), path.join(folder, 'packages/server/dist'), {
    recursive: true,
    preserveTimestamps: true,
  });
  const { version } = JSON.parse(read('packages/server/package.json')) as { version: string };
  expect(pid()).toMatchObject({ status: 0, stdout: `${version}\n` });
});

test('without the development packages, the command line says what to set instead', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-production-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'packages/server'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const part of ['package.json', 'dist'])
    cpSync(path.join(root, 'packages/server', part), path.join(folder, 'packages/server', part), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
  const pid = (...words: string[]) =>
    spawnSync(process.execPath, [path.join(folder, 'packages/server/dist/main.js'), ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], PID_DATA_DIR: path.join(folder, 'data'), PID_PORT: '0' },
    });
  expect(pid('start')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      '@pid/embedded-postgres is not installed: set PID_DATABASE_URL to a PostgreSQL of your own',
    ),
  });
  expect(pid('chain', 'serve')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('@pid/dev-chain is not installed: set PID_SOLANA_RPC_URL to a cluster'),
  });
});
