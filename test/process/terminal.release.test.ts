import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { otherMasterKey } from '../../packages/server/test/many-rows.ts';
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

/** Runs a command at a terminal and types each answer after its question. */
async function atTerminal(
  words: string,
  answers: readonly (readonly [question: string, typed: string])[],
  settings: Record<string, string> = {},
): Promise<{ code: number; screen: string }> {
  const child = spawn(script!, ['-qec', `"${process.execPath}" "${mainFile}" ${words}`, '/dev/null'], {
    env: { ...environment, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  const left = [...answers];
  let read = 0;
  child.stdout.on('data', (chunk) => {
    screen += String(chunk);
    const [next] = left;
    if (!next || !screen.includes(next[0], read)) return;
    read = screen.length;
    left.shift();
    child.stdin.write(next[1]);
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(left).toEqual([]);
  return { code, screen };
}

test.skipIf(!script).each(Object.entries(keys))(
  `%s at a question does nothing${skipReason({ script })}`,
  async (_name, typed) => {
    const { code, screen } = await atTerminal('sessions end --all', [['[y/N]', typed]]);
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

test.skipIf(!script).each(Object.entries(keys))(
  `%s instead of the name of the database resets nothing${skipReason({ script })}`,
  async (_name, typed) => {
    await service.service.close();
    const answers = [['[y/N]', 'y\r'] as const, ['to continue: ', typed] as const];
    const { text } = otherMasterKey();
    const { code, screen } = await atTerminal('keys reset-master', answers, { PID_MASTER_KEY: text });
    expect([code, screen]).toEqual([1, expect.stringContaining('Nothing was done: name the database')]);
    const { rows } = await service.db.query('select from service_secrets');
    expect(rows.length).toBeGreaterThan(0);
  },
);
