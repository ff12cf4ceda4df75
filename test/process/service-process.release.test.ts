import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { runPid } from '../../packages/server/test/command-helper.ts';
import { startPid, temporaryFolder } from './pid-process.ts';

// Each test starts whole processes with a database, which takes long on slow machines.
vi.setConfig({ testTimeout: 180_000 });

async function isListening(port: number): Promise<boolean> {
  const probe = connect(port, 'localhost');
  const outcome = await Promise.race([
    once(probe, 'connect').then(() => true),
    once(probe, 'close').then(() => false),
  ]).catch(() => false);
  probe.destroy();
  return outcome;
}

test('SIGTERM completes requests in progress and then ends with 0', async () => {
  const first = await startPid(await temporaryFolder());
  const { port } = new URL(first.baseUrl);
  const socket = connect(Number(port), 'localhost');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  const body = '{"handle":"whoever"}';
  socket.write(
    `POST /v1/auth/claim HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nCookie: pid_claim=x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  // 100 Continue shows that the request head has arrived. The service is ending when it accepts no more
  // connections.
  await expect.poll(() => answer).toContain('100 Continue');
  first.child.kill('SIGTERM');
  await expect.poll(() => isListening(Number(port))).toBe(false);
  socket.write(body.slice(5));
  expect(await first.ended).toBe(0);
  expect(answer).toContain('No pending claim, sign in again');
});

test('pid dev finds the service of the data folder without its address', async () => {
  const folder = await temporaryFolder();
  const { baseUrl } = await startPid(folder, { environment: { PID_CHAIN: 'off' } });
  // It is recorded when the service is ready.
  await expect.poll(() => existsSync(path.join(folder, 'service'))).toBe(true);
  const settings = { PID_DATA_DIR: folder, PID_CHAIN: 'off', PID_LOG_LEVEL: 'silent' };
  const { code, lines } = await runPid(['dev', 'player', '--handle', 'found_1'], settings);
  expect([code, lines.slice(0, 2)]).toEqual([
    0,
    [`Service: ${baseUrl}`, expect.stringMatching(/^pid +found_1@pid$/)],
  ]);
});

test('reports each invalid setting in one sentence, without a stack trace', async () => {
  const wrong = await startPid(await temporaryFolder(), {
    waitForReady: false,
    environment: { PID_RATE_LIMIT: 'lots', PID_BASE_URL: 'ftp://x' },
  });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toContain('PID_RATE_LIMIT must be a number of 0 or more');
  expect(wrong.output()).toContain('PID_BASE_URL must be an http or https address');
  expect(wrong.output()).not.toContain('    at ');
});
