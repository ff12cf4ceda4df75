// A freeze during a recovery: an owner who reports "this was not me" stops everything that the service
// controls, and an attacker who only reads the mail cannot keep the owner out permanently.
import { beforeAll, expect, test } from 'vitest';
import { newOwner, type WalletOwner } from '../../test/account-helper.ts';
import { freeze } from '../../test/not-me-helper.ts';
import { signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import {
  sendWatch,
  startRecovery,
  untilTold,
  weekSeconds,
  emailOf,
  newDevice,
  approvedRecovery,
} from '../../test/recovery-helper.ts';
import { finishPastUs, openOutside } from '../../test/recovery-past-us.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

const daySeconds = 86_400;
const freezeSeconds = 3 * daySeconds;
const lifting = { method: 'POST', path: '/v1/freeze/lift' };

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ PID_EMBEDDED_FINALIZED_SLOTS: '4' });
});

/** Finishes with nothing but a recent sign-in at the provider. */
async function finishAs(owner: Pick<WalletOwner, 'pid'>, id: string): Promise<[number, string | null]> {
  const client = await newDevice(service, owner);
  const answer = await client.post(`/v1/recovery/attempts/${id}/finish`, {});
  return [answer.status, answer.headers.get('pid-error')];
}

test('a freeze by the owner stops a recovery that an attacker with only the provider account started', async () => {
  const owner = await newOwner(service);
  const started = await startRecovery(await newDevice(service, owner));
  service.clock.advanceSeconds(weekSeconds + 60);
  expect((await freeze(service, emailOf(owner))).status).toBe(200);
  expect(await finishAs(owner, started.id)).toEqual([403, expect.stringMatching(/^frozen; until=/)]);
  const again = await startRecovery(await newDevice(service, owner));
  expect(again.answer.headers.get('pid-error')).toMatch(/^frozen; until=/);
  service.clock.advanceSeconds(freezeSeconds + 60);
  expect(await finishAs(owner, started.id)).toEqual([400, expect.stringContaining('recovery_not_ready')]);
  // Meanwhile the owner's passkey signs in and cancels.
  const { client } = await signInWithSoftPasskey(service, owner.passkey);
  const cancelled = await withStepUp(client, owner.passkey, {
    method: 'POST',
    path: `/v1/recovery/attempts/${started.id}/cancel`,
    body: {},
  });
  expect(cancelled.body).toEqual({ ok: true, votedBy: [] });
  service.clock.advanceSeconds(2 * weekSeconds);
  expect((await finishAs(owner, started.id))[0]).toBe(404);
  expect((await signInWithSoftPasskey(service, owner.passkey)).answer.status).toBe(200);
});

test('the seven days start again when the freeze ends, once; a second freeze within seven days delays nothing', async () => {
  const owner = await newOwner(service);
  const started = await startRecovery(await newDevice(service, owner));
  service.clock.advanceSeconds(daySeconds);
  expect((await freeze(service, emailOf(owner))).status).toBe(200);
  const { pending } = await (await newDevice(service, owner)).call('getRecovery');
  const expected = service.clock.nowMillis() + (freezeSeconds + weekSeconds) * 1000;
  expect(Math.abs(Date.parse(pending[0]!.readyAt!) - expected)).toBeLessThan(60_000);
  // With a session, another freeze is possible immediately, and it does not change the date.
  service.clock.advanceSeconds(freezeSeconds - 60);
  const second = await newDevice(service, owner);
  expect((await freeze(service, emailOf(owner), second)).status).toBe(200);
  service.clock.advanceSeconds(120);
  const device = await newDevice(service, owner);
  expect((await device.call('getRecovery')).pending[0]!.readyAt).toBe(pending[0]!.readyAt);
  // The next freeze that delays recoveries refuses the finish while it lasts, but does not restart the delay.
  service.clock.advanceSeconds(weekSeconds - 3600);
  expect((await freeze(service, emailOf(owner), await newDevice(service, owner))).status).toBe(200);
  service.clock.advanceSeconds(3600);
  expect((await finishAs(owner, started.id))[1]).toMatch(/^frozen/);
  service.clock.advanceSeconds(freezeSeconds);
  expect(await finishAs(owner, started.id)).toEqual([200, null]);
  expect((await signInWithSoftPasskey(service, started.passkey)).answer.status).toBe(200);
});

test('a recovery can start during a freeze that does not delay recoveries', async () => {
  const owner = await newOwner(service);
  expect((await freeze(service, emailOf(owner))).status).toBe(200);
  service.clock.advanceSeconds(freezeSeconds + 60);
  expect((await freeze(service, emailOf(owner), await newDevice(service, owner))).status).toBe(200);
  expect((await startRecovery(await newDevice(service, owner))).answer.status).toBe(201);
});

test('lifting the freeze restarts the seven days', async () => {
  const owner = await newOwner(service);
  const started = await startRecovery(await newDevice(service, owner));
  expect((await freeze(service, emailOf(owner))).status).toBe(200);
  service.clock.advanceSeconds(3600);
  const client = await newDevice(service, owner);
  const lifted = await withStepUp(client, owner.passkey, lifting);
  expect(lifted.status).toBe(200);
  const readyAt = Date.parse((await client.call('getRecovery')).pending[0]!.readyAt!);
  expect(Math.abs(readyAt - service.clock.nowMillis() - weekSeconds * 1000)).toBeLessThan(60_000);
  expect((await finishAs(owner, started.id))[1]).toContain('recovery_not_ready');
});

test('on the chain the program decides: the lost passkey ends immediately, the new one is installed after the freeze and cannot lift a freeze', async () => {
  const { owner, started } = await approvedRecovery(service, { delaySeconds: daySeconds });
  await untilTold(service, owner, 'recovery.started');
  service.clock.advanceSeconds(daySeconds + 60);
  expect((await freeze(service, emailOf(owner))).status).toBe(200);
  expect((await finishAs(owner, started.id))[1]).toMatch(/^frozen/);
  // The watch does not finish a ready recovery either; another party does.
  for (let round = 0; round < 3; round += 1) await sendWatch(service);
  expect((await signInWithSoftPasskey(service, owner.passkey)).answer.status).toBe(200);
  await finishPastUs(await openOutside(service), owner.pid, started.passkey);
  await untilTold(service, owner, 'recovery.finished');
  expect((await signInWithSoftPasskey(service, owner.passkey)).answer.status).toBe(400);
  const early = await signInWithSoftPasskey(service, started.passkey);
  expect(early.answer.headers.get('pid-error')).toMatch(/^frozen/);
  // A freeze with a session delays nothing, and the passkey of the recovery is newer than the freeze.
  service.clock.advanceSeconds(freezeSeconds - 600);
  expect((await freeze(service, emailOf(owner), await newDevice(service, owner))).status).toBe(200);
  service.clock.advanceSeconds(1200);
  await sendWatch(service);
  const back = await newDevice(service, owner);
  expect((await signInWithSoftPasskey(service, started.passkey)).answer.status).toBe(200);
  expect(await back.call('getFreeze')).toMatchObject({ liftable: false });
  const refused = await withStepUp(back, started.passkey, lifting);
  expect(refused.headers.get('pid-error')).toMatch(/^frozen/);
});
