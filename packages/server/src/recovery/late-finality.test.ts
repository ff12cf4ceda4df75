// Finality with its default settings: confirmed blocks run ahead of finalized ones for a while, and readings
// of both must not disagree about a recovery.
import { beforeAll, expect, test } from 'vitest';
import { newAccount } from '../../test/account-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import {
  approveNew,
  cancelOnChain,
  guardedBySheet,
  newSheet,
  sendWatch,
  setPolicy,
  untilTold,
  weekSeconds,
} from '../../test/recovery-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

/** Runs a round now: its fifteen seconds are over, but the latest blocks are not finalized. */
async function watchNow(): Promise<void> {
  await service.db.query(`update recovery_watch set next_at = '2000-01-01'`);
  await service.service.runJob('watch recoveries');
}

async function noticesOf(client: HttpClient): Promise<string[]> {
  const { items } = await client.call('listNotices', {});
  return items.map(({ type }) => type).filter((type) => /^recovery\.(asked|started|cancelled)/.test(type));
}

/** A recovery whose policy is finalized and whose vote is not. */
async function approved() {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)])).status).toBe(200);
  service.clock.advanceSeconds(60);
  return { owner, ...(await approveNew(service, owner, sheet)) };
}

test('viewing the page and a round of the watch before finality lose nothing: the new passkey is installed', async () => {
  const { owner, device, started } = await approved();
  expect((await device.call('getRecovery')).attempt?.id).toBe(started.id);
  await watchNow();
  expect((await device.call('getRecovery')).attempt?.id).toBe(started.id);
  expect(await noticesOf(device)).toEqual(['recovery.asked']);
  await untilTold(service, owner, 'recovery.started');
  service.clock.advanceSeconds(weekSeconds + 60);
  await untilTold(service, owner, 'recovery.finished');
  expect((await signInWithSoftPasskey(service, started.passkey)).answer.status).toBe(200);
  expect((await signInWithSoftPasskey(service, owner.passkey)).answer.status).toBe(400);
});

test('a cancellation is shown when confirmed and notified when finalized, once and without a false alarm', async () => {
  const { owner, started } = await approved();
  await untilTold(service, owner, 'recovery.started');
  expect((await cancelOnChain(owner, started.id)).status).toBe(200);
  expect(await owner.client.call('getRecovery')).toMatchObject({ attempt: null, pending: [] });
  await watchNow();
  expect(await noticesOf(owner.client)).toEqual(['recovery.started', 'recovery.asked']);
  await untilTold(service, owner, 'recovery.cancelled');
  await sendWatch(service);
  expect(await noticesOf(owner.client)).toEqual(['recovery.cancelled', 'recovery.started', 'recovery.asked']);
});

test('a finish installs the stored passkey although its attempt has ended', async () => {
  const { owner, device, started } = await approved();
  service.clock.advanceSeconds(weekSeconds + 60);
  expect((await device.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  // As if the attempt had ended in between.
  await service.db.query(
    `update recovery_attempts set state = 'cancelled', settled_at = now() where id = $1`,
    [started.id],
  );
  await untilTold(service, owner, 'recovery.finished');
  expect((await signInWithSoftPasskey(service, started.passkey)).answer.status).toBe(200);
});
