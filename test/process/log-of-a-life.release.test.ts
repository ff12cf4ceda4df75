import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { MarkedClient } from '../../packages/server/test/find-marks.ts';
import { givePasskey } from '../../packages/server/test/passkey-helper.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { fakeMidtrans } from '../../packages/server/src/checkout/providers/testing/fake-midtrans.ts';
import { startPid, temporaryFolder } from './pid-process.ts';

vi.setConfig({ testTimeout: 180_000 });

const serverKey = 'SB-Mid-server-test';
const provider = await fakeMidtrans(serverKey);

/** Unique values, so that any occurrence in the log can be found. */
const marks = {
  mail: 'unmistakable.person@example.com',
  name: 'Unmistakable Name',
  device: 'UnmistakableBrowser/9.9',
  address: '198.51.100.177',
  passkey: 'Unmistakable Phone',
};

test('the log of a node at debug level contains no mail address, name, device or IP address', async () => {
  const folder = await temporaryFolder();
  const pid = await startPid(folder, {
    environment: {
      PID_LOG_LEVEL: 'debug',
      PID_TRUSTED_PROXIES: '127.0.0.1,::1',
      PID_PAYMENT_PROVIDER: 'midtrans',
      PID_MIDTRANS_SERVER_KEY: serverKey,
      PID_PAYMENT_API_URL: provider.server.url,
      // No server listens there, so the log contains failed mails.
      PID_SMTP_URL: 'smtp://127.0.0.1:9',
      PID_MAIL_FROM: 'no-reply@pid.example',
    },
  });
  const file = path.join(folder, 'node.log');
  const log = await open(file, 'a');
  onTestFinished(() => log.close());
  const client = new MarkedClient(pid.baseUrl, marks);
  await signInAs(client, marks.mail);
  await client.call('claimHandle', { handle: 'forgettable' });
  await client.patch('/v1/profile', { displayName: marks.name });
  await givePasskey(client, { name: marks.passkey });
  await newApp(client);
  // Requests that are refused for different reasons. Each writes a log line.
  await client.patch('/v1/profile', { displayName: `${marks.name}\u0000`, mail: marks.mail });
  await client.get(`/v1/identities/${encodeURIComponent(marks.mail)}`);
  await client.post('/v1/auth/exchange', { code: 'x'.repeat(43), client_id: marks.mail });
  await client.post('/v1/fiat/sends', { to: marks.mail, amount: 1 });
  const { id, total } = (await client.post('/v1/fiat/topups', { amount: 1100 })).body;
  provider.server.brokenStatus = 502;
  await client.post(`/checkout/${id}/pay`, new URLSearchParams());
  provider.server.brokenStatus = null;
  await client.post(`/checkout/${id}/pay`, new URLSearchParams());
  const paid = { transaction_status: 'settlement', gross_amount: `${total}.00` };
  const payer = { customer_details: { email: marks.mail, first_name: marks.name } };
  const notice = { ...provider.notice(id, paid), ...payer };
  await client.post('/v1/payments/midtrans/notifications', { ...notice, signature_key: 'forged' });
  provider.server.brokenStatus = 500;
  await client.post('/v1/payments/midtrans/notifications', notice);
  provider.server.brokenStatus = null;
  provider.set(id, paid);
  expect((await client.post('/v1/payments/midtrans/notifications', notice)).status).toBe(200);
  expect((await client.get('/v1/identity/export')).text).toContain(marks.name);
  pid.child.kill('SIGTERM');
  await pid.ended;

  await log.write(pid.output());
  const text = await readFile(file, 'utf8');
  expect(text.split('\n').length).toBeGreaterThan(20);
  expect(text).toContain('"route":"/v1/payments/:provider/notifications"');
  const needles = Object.values(marks).flatMap((mark) => [mark, encodeURIComponent(mark)]);
  expect(
    text
      .split('\n')
      .filter((line) => needles.some((mark) => line.toLowerCase().includes(mark.toLowerCase()))),
  ).toEqual([]);
});
