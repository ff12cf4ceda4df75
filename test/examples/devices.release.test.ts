import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { emptyFolder } from './copy-out.ts';

const service = await startTestService();
const developer = await newPlayer(service);
const app = await newApp(developer.client, { deviceFlow: true });
const folder = await emptyFolder('examples/devices');
const python = ensureTool('python3', { debian: 'python3' });
const reason = skipReason({ 'Python 3': python });

/** Runs the unchanged sample, except that it does not pause between polls. */
function start(...options: string[]) {
  const quick = `import sys; sys.argv = ['pid_login.py', *sys.argv[1:]]; import time; time.sleep = lambda seconds: None
source = open('pid_login.py').read(); exec(compile(source, 'pid_login.py', 'exec'))`;
  const sample = spawn(python!, ['-c', quick, service.baseUrl, app.clientId, ...options], {
    cwd: folder,
    // Opening a browser prints the address here.
    env: { ...process.env, BROWSER: 'echo OPENED %s' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void sample.kill());
  let said = '';
  sample.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  sample.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(sample, 'close').then(([code]) => code as number);
  return {
    ended,
    said: () => said,
    async heard(pattern: RegExp): Promise<string> {
      await expect.poll(() => pattern.test(said)).toBe(true);
      return pattern.exec(said)![1]!;
    },
  };
}

test.skipIf(reason !== '')(`Python: signs the player in after the code is typed${reason}`, async () => {
  const sample = start();
  const code = await sample.heard(/ and type (\S+)\n/);
  const { client, pid } = await newPlayer(service);
  await client.call('decideDevice', { userCode: code, decision: 'allow' });
  expect(await sample.ended).toBe(0);
  expect(JSON.parse(sample.said().trim().split('\n').at(-1)!)).toEqual({
    pid,
    name: null,
    scope: 'openid profile',
  });
});

test.skipIf(reason !== '')(`Python: reports that the player denied${reason}`, async () => {
  const sample = start();
  const code = await sample.heard(/ and type (\S+)\n/);
  const { client } = await newPlayer(service);
  await client.call('decideDevice', { userCode: code, decision: 'deny' });
  expect(await sample.ended).toBe(1);
  expect(sample.said()).toContain('Nobody signed in: access_denied');
});

test.skipIf(reason !== '').each(['allow', 'deny'] as const)(
  `Python: with the browser of a desktop, %s${reason}`,
  async (decision) => {
    const sample = start('--browser');
    const address = new URL(await sample.heard(/OPENED (\S+)\n/));
    const { client, pid } = await newPlayer(service);
    const decided = await client.call('decideLogin', {
      ...(Object.fromEntries(address.searchParams) as { client_id: string; redirect_uri: string }),
      decision,
    });
    await fetch(new URL('/favicon.ico', decided.redirectTo));
    await fetch(decided.redirectTo);
    expect(await sample.ended).toBe(decision === 'allow' ? 0 : 1);
    expect(sample.said()).toContain(decision === 'allow' ? `"pid": "${pid}"` : 'access_denied');
  },
);
