import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { untilBlocked } from '../../packages/server/test/until-blocked.ts';
import { serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { mainFile } from './pid-process.ts';

const script = ensureTool('script', { debian: 'bsdutils' });
const service = await startTestService();
const environment = {
  PATH: process.env['PATH'],
  PID_DATABASE_URL: serviceUrl(service.connectionString),
  PID_MASTER_KEY: testMasterKey,
};
const keys = { 'Ctrl-C': '\u0003', 'Ctrl-D': '\u0004', Enter: '\r', no: 'n\r' };

/** Runs a command at a terminal and types an answer after the question. */
async function atTerminal(words: string, typed: string): Promise<{ code: number; screen: string }> {
  const child = spawn(script!, ['-qec', `"${process.execPath}" "${mainFile}" ${words}`, '/dev/null'], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [screen, isAnswered] = ['', false];
  child.stdout.on('data', (chunk) => {
    screen += String(chunk);
    if (isAnswered || !screen.includes('[y/N]')) return;
    isAnswered = true;
    child.stdin.write(typed);
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(isAnswered).toBe(true);
  return { code, screen };
}

test.skipIf(!script).each(Object.entries(keys))(
  `%s at a question does nothing${skipReason({ script })}`,
  async (_name, typed) => {
    const { code, screen } = await atTerminal('sessions end --all', typed);
    expect([code, screen]).toEqual([1, expect.stringContaining('Nothing was done: say --yes')]);
  },
);

test('a second Ctrl-C ends a command that waits for a lock', async () => {
  await newPlayer(service);
  const client = await service.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from sessions for update');
    const child = spawn(process.execPath, [mainFile, 'sessions', 'end', '--all', '--yes'], {
      env: environment,
      stdio: 'ignore',
    });
    await untilBlocked(service.db);
    child.kill('SIGINT');
    // A signal that arrives before the first one was handled is merged with it.
    await expect
      .poll(() => {
        child.kill('SIGINT');
        return child.signalCode;
      })
      .toBe('SIGINT');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
