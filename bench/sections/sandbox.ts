import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../packages/server/test/free-port.ts';
import { packSandbox } from '../../scripts/pack-sandbox/pack-sandbox.ts';
import { root } from '../support/processes.ts';
import { at, type SectionResult } from '../support/results.ts';
import { quick } from '../support/settings.ts';
import type { World } from '../support/world.ts';

export const title = 'Size and start of pid-sandbox';

const rounds = quick ? 1 : 5;

/** Installs the package in an empty folder, as a studio does, and measures the time until its app is printed. */
export async function run(_world: World, say: (line: string) => void): Promise<SectionResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-bench-sandbox-'));
  try {
    const file = path.join(folder, 'pid-sandbox.tgz');
    await packSandbox(root, file);
    const words = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, file];
    execFileSync('npm', words, { cwd: folder });
    const installed = bytesBelow(path.join(folder, 'node_modules'));
    const program = path.join(folder, 'node_modules/.bin/pid-sandbox');
    const [first, again]: number[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const data = path.join(folder, `data-${round}`);
      first!.push(await secondsUntilReady(program, data));
      again!.push(await secondsUntilReady(program, data));
      say(`first start ${first!.at(-1)!.toFixed(1)} s, second ${again!.at(-1)!.toFixed(1)} s`);
    }
    const median = (values: number[]) => at(Float64Array.from(values).toSorted(), 0.5).toFixed(1);
    return {
      tables: [
        {
          title: '',
          columns: ['', 'measured'],
          rows: [
            ['package', `${(statSync(file).size / 1e6).toFixed(1)} MB`],
            ['installed, with PostgreSQL and the chain', `${(installed / 1e6).toFixed(0)} MB`],
            ['first start in an empty folder', `${median(first!)} s`],
            ['second start', `${median(again!)} s`],
          ],
        },
      ],
      figures: [
        { name: 'pid-sandbox installed', wanted: { atMost: 150 }, reached: installed / 1e6, unit: ' MB' },
      ],
      notes: [
        `Medians of ${rounds}. A start ends when the app of the developer is registered, after the database, the chain and the service are ready.`,
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function secondsUntilReady(program: string, data: string): Promise<number> {
  const started = performance.now();
  const service = spawn(program, ['--data', data, '--port', String(await freePort())], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  let output = '';
  for await (const chunk of service.stdout) {
    output += String(chunk);
    if (output.includes('PID_CLIENT_SECRET=')) break;
  }
  const seconds = (performance.now() - started) / 1000;
  service.kill('SIGTERM');
  await ended;
  if (!output.includes('PID_CLIENT_SECRET=')) throw new Error(`pid-sandbox did not start: ${output}`);
  return seconds;
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
