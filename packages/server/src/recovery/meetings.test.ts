// Recovery combined with other features: cancelling, registering and approving passkeys, a second freeze, a
// lost phone, old sessions.
import { beforeAll, expect, test } from 'vitest';
import { newAccount, newOwner, type WalletOwner } from '../../test/account-helper.ts';
import type { Answer } from '../../test/http-client.ts';
import { freeze } from '../../test/not-me-helper.ts';
import {
  giveFurtherPasskey,
  givePasskey,
  registerSoftPasskey,
  signInWithSoftPasskey,
} from '../../test/passkey-helper.ts';
import {
  approvedRecovery,
  approveNew,
  emailOf,
  guardedBySheet,
  newDevice,
  newSheet,
  sendWatch,
  setPolicy,
  startRecovery,
  untilTold,
  weekSeconds,
} from '../../test/recovery-helper.ts';
import { finishPastUs, openOutside, passkeyOfExit, recoverPastUs } from '../../test/recovery-past-us.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';

const daySeconds = 86_400;
const freezeSeconds = 3 * daySeconds;
const code = (answer: Answer) => answer.headers.get('pid-error');

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ PID_EMBEDDED_FINALIZED_SLOTS: '4' });
});

async function passkeysOf({ pid }: Pick<WalletOwner, 'pid'>): Promise<string[]> {
  const { rows } = await service.db.query<{ status: string }>(
    `select p.status from passkeys p join identities i on i.id = p.identity_id where i.handle || '@pid' = $1 order by p.status`,
    [pid],
  );
  return rows.map(({ status }) => status);
}

/** A recovery in database mode that can be finished now. */
async function readyRecovery(owner: WalletOwner) {
  const started = await startRecovery(await newDevice(service, owner));
  service.clock.advanceSeconds(weekSeconds + 60);
  const { client } = await signInWithSoftPasskey(service, owner.passkey);
  return { started, client, back: await newDevice(service, owner) };
}

test('cancelling a recovery while it finishes succeeds, and the owner keeps the passkey', async () => {
  const owner = await newOwner(service);
  const { started, client, back } = await readyRecovery(owner);
  const path = `/v1/recovery/attempts/${started.id}`;
  let racing: Promise<Answer[]> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.query('select from recovery_attempts where id = $1 for update', [started.id]);
    const cancelled = withStepUp(client, owner.passkey, { method: 'POST', path: `${path}/cancel`, body: {} });
    await untilBlocked(service.db, 1);
    racing = Promise.all([cancelled, back.post(`${path}/finish`, {})]);
    await untilBlocked(service.db, 2);
  });
  expect((await racing!).map(({ status }) => status)).toEqual([200, 404]);
  expect(await passkeysOf(owner)).toEqual(['active']);
});

test('approving a passkey while a recovery finishes leaves exactly one passkey active', async () => {
  for (let round = 0; round < 6; round += 1) {
    const owner = await newOwner(service);
    const { started, client, back } = await readyRecovery(owner);
    const { answer } = await registerSoftPasskey(client);
    const approval = `/v1/credential-approvals/${answer.body.approvalId}`;
    const options = await client.post(`${approval}/options`);
    await Promise.all([
      back.post(`/v1/recovery/attempts/${started.id}/finish`, {}),
      client.post(`${approval}/approve`, { assertion: owner.passkey.assert(options.body) }),
    ]);
    const statuses = await passkeysOf(owner);
    expect(statuses.filter((status) => status === 'active')).toHaveLength(1);
    expect(statuses).not.toContain('pending');
    expect((await signInWithSoftPasskey(service, started.passkey)).answer.status).toBe(200);
  }
});

test('finishing ends sessions that were opened at a provider, but not the one that finishes', async () => {
  const owner = await newOwner(service);
  const old = await newDevice(service, owner);
  const { started, back } = await readyRecovery(owner);
  expect((await back.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  expect((await old.post('/v1/auth/refresh')).status).toBe(401);
  expect((await back.get('/v1/identity/me')).status).toBe(200);
});

test('while the passkey of a recovery waits for the end of a freeze, a provider sign-in adds no passkey and confirms nothing', async () => {
  const { owner, started } = await approvedRecovery(service, { delaySeconds: daySeconds });
  await untilTold(service, owner, 'recovery.started');
  service.clock.advanceSeconds(daySeconds + 60);
  expect((await freeze(service, emailOf(owner))).status).toBe(200);
  await finishPastUs(await openOutside(service), owner.pid, started.passkey);
  await untilTold(service, owner, 'recovery.finished');
  const attacker = await newDevice(service, owner);
  expect(code(await attacker.post('/v1/passkeys/options', {}))).toMatch(/^new_passkey_awaited; until=\d+$/);
  service.clock.advanceSeconds(freezeSeconds + 60);
  await sendWatch(service);
  expect((await signInWithSoftPasskey(service, started.passkey)).answer.status).toBe(200);
  expect(await passkeysOf(owner)).toEqual(['active', 'revoked']);
});

test('until the key of a recovery made elsewhere has signed in, the provider account registers no passkey and confirms nothing, for seven days', async () => {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  await setPolicy(owner, [guardedBySheet(sheet)], { delaySeconds: daySeconds });
  const lost = passkeyOfExit(service, owner.pid);
  await recoverPastUs(service, await openOutside(service), {
    pid: owner.pid,
    sheet,
    passkey: lost,
    delaySeconds: daySeconds,
  });
  await untilTold(service, owner, 'recovery.finished');
  const attacker = await newDevice(service, owner);
  const awaited = /^new_passkey_awaited; until=\d+$/;
  expect(code(await attacker.post('/v1/passkeys/options', {}))).toMatch(awaited);
  expect(code(await attacker.delete('/v1/identity/me'))).toMatch(awaited);
  expect(code(await attacker.post('/v1/step-up/options', { operation: 'endOtherSessions' }))).toMatch(
    awaited,
  );
  expect(code(await attacker.post('/v1/credentials/link/dev'))).toMatch(awaited);
  service.clock.advanceSeconds(weekSeconds + 120);
  const later = await newDevice(service, owner);
  expect((await givePasskey(later)).id).toBeTruthy();
});

test('a further freeze does not let the passkey of a recovery lift the earlier one', async () => {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  await setPolicy(owner, [guardedBySheet(sheet)], { delaySeconds: daySeconds });
  expect((await freeze(service, emailOf(owner), owner.client)).status).toBe(200);
  service.clock.advanceSeconds(freezeSeconds + 60);
  const { started } = await approveNew(service, owner, sheet);
  await untilTold(service, owner, 'recovery.started');
  service.clock.advanceSeconds(daySeconds + 60);
  // Within seven days of the last freeze, so it does not delay the recovery.
  const { client } = await signInWithSoftPasskey(service, owner.passkey);
  expect((await freeze(service, emailOf(owner), client)).status).toBe(200);
  expect((await service.client().post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  await untilTold(service, owner, 'recovery.finished');
  const attacker = await newDevice(service, owner);
  expect(await attacker.call('getFreeze')).toMatchObject({ liftable: false });
  service.clock.advanceSeconds(60);
  expect((await freeze(service, emailOf(owner), attacker)).status).toBe(200);
  const again = await newDevice(service, owner);
  expect(await again.call('getFreeze')).toMatchObject({ liftable: false });
  const lifted = await withStepUp(again, started.passkey, { method: 'POST', path: '/v1/freeze/lift' });
  expect(code(lifted)).toMatch(/^frozen; until=/);
});

test('a lost phone still moves the wallet, but no longer affects the identity', async () => {
  const owner = await newAccount(service);
  const { started, back } = await readyRecovery(owner);
  expect((await back.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  const thief = await newSheet(owner);
  const outside = await openOutside(service);
  const mine = { ...owner, client: back };
  await outside.setPolicy(mine, [guardedBySheet(thief)]);
  const invented = passkeyOfExit(service, owner.pid);
  await recoverPastUs(service, outside, {
    pid: owner.pid,
    sheet: thief,
    passkey: invented,
    delaySeconds: weekSeconds,
  });
  for (let round = 0; round < 8; round += 1) await sendWatch(service);
  const { client, answer } = await signInWithSoftPasskey(service, started.passkey);
  expect(answer.status).toBe(200);
  const { items } = await client.call('listNotices', {});
  expect(items.filter(({ type }) => type === 'recovery.finished')).toHaveLength(1);
  expect((await client.call('getRecovery')).mode).toBe('database');
  const again = await startRecovery(await newDevice(service, owner));
  expect(again.answer).toMatchObject({ status: 201, body: { mode: 'database' } });
  await sendWatch(service);
  service.clock.advanceSeconds(weekSeconds + 60);
  const finisher = await newDevice(service, owner);
  expect((await finisher.post(`/v1/recovery/attempts/${again.id}/finish`, {})).status).toBe(200);
  const attacker = await newDevice(service, owner);
  expect(code((await signInWithSoftPasskey(service, invented, {}, attacker)).answer)).toBe('passkey_unknown');
});

test('while frozen, a passkey approves none and revokes no other without a provider sign-in', async () => {
  const owner = await newOwner(service);
  const second = await giveFurtherPasskey(owner.client, owner.passkey);
  expect((await freeze(service, emailOf(owner), owner.client)).status).toBe(200);
  const { client: thief } = await signInWithSoftPasskey(service, owner.passkey);
  const { answer } = await registerSoftPasskey(thief);
  const options = await thief.post(`/v1/credential-approvals/${answer.body.approvalId}/options`);
  expect(code(options)).toMatch(/^frozen; until=/);
  expect(code(await revoke(thief, owner.passkey, second.id))).toBe('step_up_required; need=recent');
  const back = await newDevice(service, owner);
  expect((await revoke(back, second, owner.passkey.id)).status).toBe(200);
});

async function revoke(
  client: WalletOwner['client'],
  signer: WalletOwner['passkey'],
  id: string,
): Promise<Answer> {
  const options = await client.post(`/v1/passkeys/${id}/revocation`);
  return client.delete(`/v1/passkeys/${id}`, { assertion: signer.assert(options.body) });
}

test('linking a further login needs the passkey if there is one', async () => {
  const owner = await newOwner(service);
  const provider = await newDevice(service, owner);
  expect(code(await provider.post('/v1/credentials/link/dev'))).toBe('step_up_required; need=assertion');
  const linked = await withStepUp(provider, owner.passkey, {
    method: 'POST',
    path: '/v1/credentials/link/dev',
  });
  expect(linked.status).toBe(200);
});

test('a freeze that begins while a finish is prepared stops it', async () => {
  const { owner, started } = await approvedRecovery(service, { delaySeconds: daySeconds });
  service.clock.advanceSeconds(daySeconds + 60);
  let finishing: Promise<Answer> | undefined;
  await service.db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `select id from identities where handle || '@pid' = $1 for update`,
      [owner.pid],
    );
    finishing = service.client().post(`/v1/recovery/attempts/${started.id}/finish`, {});
    await untilBlocked(service.db);
    const [from, until] = [service.clock.now(), new Date(service.clock.nowMillis() + freezeSeconds * 1000)];
    await tx.query(
      `insert into freezes (identity_id, frozen_at, until, recovery_held_from, recovery_held_until) values ($1, $2, $3, $2, $3)`,
      [rows[0]!.id, from, until],
    );
  });
  expect(code(await finishing!)).toMatch(/^frozen; until=/);
});

test('a suspended player can start a recovery, and a refused policy names the wrong term', async () => {
  const owner = await newAccount(service);
  const short = await setPolicy(owner, [guardedBySheet(await newSheet(owner))], { delaySeconds: 60 });
  expect([short.status, short.body.message]).toEqual([
    400,
    expect.stringContaining('delaySeconds from 86400'),
  ]);
  const device = await newDevice(service, owner);
  await service.db.query(`update identities set status = 'suspended' where handle || '@pid' = $1`, [
    owner.pid,
  ]);
  expect((await device.post('/v1/passkeys/options', {})).status).toBe(200);
});
