import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const scripts = new URL('../../scripts/', import.meta.url);

test('the process started by npm ends with npm, although the shell between them passes on no signal', async () => {
  expect(readFileSync(new URL('start.mjs', scripts), 'utf8')).toContain('\nendWithParent();\n');
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-npm-'));
  const { href } = new URL('end-with-parent.mjs', scripts);
  await writeFile(
    path.join(folder, 'start.mjs'),
    `import { endWithParent } from '${href}';
     endWithParent({ everyMillis: 20 });
     process.on('SIGTERM', () => process.exit(0));
     setInterval(() => {}, 1000);
     console.log('service ' + process.pid);`,
  );
  // The second command prevents the shell from replacing itself with the first.
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', scripts: { start: 'node start.mjs && true' } }),
  );
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  npm.stdout.on('data', (chunk) => (said += String(chunk)));
  await expect.poll(() => said).toMatch(/service \d+/);
  const service = Number(/service (\d+)/.exec(said)![1]);
  const isRunning = () => {
    try {
      return process.kill(service, 0);
    } catch {
      return false;
    }
  };
  onTestFinished(async () => {
    if (isRunning()) process.kill(service, 'SIGKILL');
    await rm(folder, { recursive: true });
  });
  npm.kill('SIGTERM');
  await expect.poll(isRunning).toBe(false);
});
