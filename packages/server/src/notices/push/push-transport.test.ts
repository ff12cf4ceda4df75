import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPushTransport } from './push-transport.ts';
import { deriveVapidKey } from './vapid-key.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the push service does with the next request. */
let answer: (response: ServerResponse) => void;
let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  request.resume();
  answer(response);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

function send(waitMillis: number) {
  const testService = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const key = deriveVapidKey(randomBytes(32));
  const transport = openPushTransport({ key, subject: 'mailto:help@pid.example', testService, waitMillis });
  const device = createECDH('prime256v1');
  device.generateKeys();
  const target = {
    endpoint: `${testService.origin}/device`,
    p256dh: device.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const message = { payload: '{}', ttlSeconds: 60, urgency: 'normal', topic: 'notice-1' } as const;
  return { sent: transport.send(target, message), close: () => transport.close() };
}

test('a push service that does not answer in time is tried again later', async () => {
  answer = () => {};
  const before = requests;
  const { sent } = send(1000);
  await expect.poll(() => requests).toBe(before + 1);
  collectGarbage();
  expect(await sent).toEqual({ outcome: 'later', afterSeconds: null });
});

test('closing ends what waits for an answer', async () => {
  answer = () => {};
  const before = requests;
  const { sent, close } = send(3_600_000);
  await expect.poll(() => requests).toBe(before + 1);
  collectGarbage();
  close();
  expect(await sent).toEqual({ outcome: 'later', afterSeconds: null });
});

test('an answer whose body never ends counts', async () => {
  answer = (response) => void response.writeHead(201).write('x');
  expect(await send(1000).sent).toEqual({ outcome: 'sent' });
});
