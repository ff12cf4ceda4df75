// Recoveries of a lost phone over HTTP, against the real chain program: with a sheet, with friends, by the
// delay alone, and against thieves.
import { toBase64Url } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import { newAccount, newOwner, withdraw } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import {
  approveByPasskey,
  approveBySheet,
  ballotOf,
  cancelOnChain,
  guardedBySheet,
  newSheet,
  sendWatch,
  setPolicy,
  startRecovery,
  untilTold,
  weekSeconds,
  newDevice,
  emailOf,
} from '../../test/recovery-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { createSoftPasskey, type SoftPasskey } from '../../test/soft-passkey.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

let service: TestService;

beforeAll(async () => {
  // Two recoveries wait for finality.
  service = await startTestService({ PID_EMBEDDED_FINALIZED_SLOTS: '4' });
});

async function noticesOf(client: HttpClient): Promise<string[]> {
  const { items } = await client.call('listNotices', {});
  return items.map(({ type }: { type: string }) => type);
}

/** The watch runs every few seconds; the test runs it until finalized blocks show the expected state. */
async function untilFinished(passkey: SoftPasskey): Promise<HttpClient> {
  await expect
    .poll(
      async () => {
        await sendWatch(service);
        return (await signInWithSoftPasskey(service, passkey)).answer.status;
      },
      { interval: 200 },
    )
    .toBe(200);
  const { client } = await signInWithSoftPasskey(service, passkey);
  const passkeys = await client.call('listPasskeys');
  expect(passkeys.map(({ credentialId }) => credentialId)).toEqual([passkey.credentialId]);
  return client;
}

test('a sheet recovers vault and identity of a lost phone, and the old passkey no longer works', async () => {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)])).body).toMatchObject({ status: 'confirmed' });
  const policy = await owner.client.call('getRecovery');
  expect(policy).toMatchObject({
    mode: 'chain',
    policyNonce: '1',
    attempt: null,
    policy: { threshold: 1, delaySeconds: weekSeconds, guardians: [guardedBySheet(sheet)] },
  });

  const [device, elsewhere] = [await newDevice(service, owner), await newDevice(service, owner)];
  const started = await startRecovery(device);
  expect(started.answer).toMatchObject({ status: 201, body: { mode: 'chain', readyAt: null } });
  expect(started.answer.body.number).toMatch(/^(\d{4} ){4}\d{4}$/);
  expect((await device.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(400);

  const ballot = await ballotOf(device, owner, started, { guardian: 0, nonce: '1' });
  const other = await newSheet(owner);
  const refused = await approveBySheet(service.client(), other, started.id, ballot);
  expect(refused.headers.get('pid-error')).toContain('vote_refused; reason=signature_wrong');
  // Without a session: the words of the sheet are enough.
  expect(await approveBySheet(service.client(), sheet, started.id, ballot)).toMatchObject({ status: 200 });
  const running = await device.call('getRecovery');
  expect(running.attempt).toMatchObject({
    newAuthority: toBase64Url(started.passkey.publicKey),
    votes: [{ guardian: 0 }],
  });
  expect(await noticesOf(owner.client)).toContain('recovery.asked');
  await untilTold(service, owner, 'recovery.started');
  const early = await device.post(`/v1/recovery/attempts/${started.id}/finish`, {});
  expect(early.headers.get('pid-error')).toContain('recovery_not_ready');

  service.clock.advanceSeconds(weekSeconds + 60);
  expect((await service.client().post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  const back = await untilFinished(started.passkey);
  expect((await elsewhere.post('/v1/auth/refresh')).status).toBe(401);
  expect((await device.post('/v1/auth/refresh')).status).toBe(200);
  expect((await back.call('getAccount')).authorityCredentialId).toBe(started.passkey.credentialId);
  const mine = { ...owner, client: back };
  const to = newSigner().address;
  expect((await withdraw(mine, { to, amount: 5_000_000n })).status).toBe(400);
  const passkey = Object.assign(started.passkey, { id: '' });
  expect((await withdraw({ ...mine, passkey }, { to, amount: 5_000_000n })).status).toBe(200);
  expect((await signInWithSoftPasskey(service, owner.passkey)).answer.status).toBe(400);
  expect((await signInWithSoftPasskey(service, started.passkey)).answer.status).toBe(200);
  expect(await noticesOf(back)).toContain('recovery.finished');
});

test('the current passkey cancels a recovery that a thief started; mail, cookie and session alone do not', async () => {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  await setPolicy(owner, [guardedBySheet(sheet)]);
  const thief = await newDevice(service, owner);
  const started = await startRecovery(thief);
  const ballot = await ballotOf(thief, owner, started, { guardian: 0, nonce: '1' });
  expect((await approveBySheet(thief, sheet, started.id, ballot)).status).toBe(200);
  expect((await owner.client.post(`/v1/recovery/attempts/${started.id}/cancel`, {})).status).toBe(403);
  expect((await owner.client.call('getRecovery')).attempt).not.toBeNull();
  expect((await cancelOnChain(owner, started.id)).body).toEqual({ ok: true, votedBy: ['sheet'] });
  expect(await owner.client.call('getRecovery')).toMatchObject({
    attempt: null,
    pending: [],
    policyNonce: '2',
  });
  await untilTold(service, owner, 'recovery.cancelled');
  // The session that started it has ended; the thief can sign in again at the provider.
  expect((await thief.get('/v1/recovery')).status).toBe(401);
  await signInAs(thief, emailOf(owner));
  // The sheet must wait. The next attempt says so before it costs anything.
  const again = await startRecovery(thief);
  const late = await ballotOf(thief, owner, again, { guardian: 0, nonce: '2' });
  const barred = await approveBySheet(thief, sheet, again.id, late);
  expect(barred.headers.get('pid-error')).toContain('reason=barred');
});

test('two of three friends recover: they see whom to call and what to compare, and no other player can approve', async () => {
  const owner = await newAccount(service);
  const friends = [await newAccount(service), await newAccount(service), await newAccount(service)];
  const guardians = friends.map(({ pid }) => ({ kind: 'account' as const, pid }));
  expect((await setPolicy(owner, guardians, { threshold: 2 })).status).toBe(200);
  await owner.client.call('getRecovery');
  const device = await newDevice(service, owner);
  const started = await startRecovery(device);
  for (const [guardian, friend] of friends.slice(0, 2).entries()) {
    const { items } = await friend.client.call('listGuardianships');
    expect(items).toMatchObject([
      { pid: owner.pid, guardian, threshold: 2, requests: [{ id: started.id, approved: false }] },
    ]);
    expect(items[0]!.requests[0]!.number).toBe(started.answer.body.number);
    expect(JSON.stringify(items)).not.toMatch(/lamports|balance/i);
    expect(await noticesOf(friend.client)).toContain('recovery.help_asked');
    const ballot = await ballotOf(friend.client, owner, started, { guardian, nonce: '1' });
    // Neither another friend's place nor an unknown passkey can approve.
    const wrongPlace = { ...ballot, guardian: 2 };
    const stolen = await approveByPasskey(friend.client, friend.passkey, started.id, wrongPlace);
    expect(stolen.headers.get('pid-error')).toContain('reason=not_yours');
    const unknown = createSoftPasskey({ origin: service.baseUrl });
    const guessed = await approveByPasskey(friend.client, unknown, started.id, wrongPlace);
    expect(guessed.headers.get('pid-error')).toContain('reason=not_yours');
    expect((await approveByPasskey(service.client(), friend.passkey, started.id, ballot)).status).toBe(401);
    expect((await approveByPasskey(friend.client, friend.passkey, started.id, ballot)).status).toBe(200);
    const { attempt } = await device.call('getRecovery');
    expect(attempt === null).toBe(guardian === 0);
  }
  const activity = await owner.client.get('/v1/identity/activity');
  const approvals = activity.body.items.filter(
    ({ action }: { action: string }) => action === 'recovery.approved',
  );
  expect(approvals).toHaveLength(2);
  service.clock.advanceSeconds(weekSeconds + 60);
  // The watch finishes a ready recovery without a request.
  await untilFinished(started.passkey);
});

test('a passkey cannot be removed while it is a guardian', async () => {
  const owner = await newAccount(service);
  const second = await giveFurtherPasskey(owner.client, owner.passkey);
  const guardian = { kind: 'passkey' as const, publicKey: toBase64Url(second.publicKey) };
  expect((await setPolicy(owner, [guardian])).status).toBe(200);
  await owner.client.call('getRecovery');
  const refused = await owner.client.post(`/v1/passkeys/${second.id}/revocation`);
  expect(refused.headers.get('pid-error')).toBe('passkey_is_guardian');
  const twice = await setPolicy(owner, [guardian, guardian]);
  expect(twice.headers.get('pid-error')).toContain('reason=twice');
  const self = { kind: 'passkey' as const, publicKey: toBase64Url(owner.passkey.publicKey) };
  expect((await setPolicy(owner, [self])).headers.get('pid-error')).toContain('reason=self');
  const stranger = { kind: 'account' as const, pid: 'nobody_here@pid' };
  expect((await setPolicy(owner, [stranger])).headers.get('pid-error')).toContain('reason=unknown_player');
  expect((await setPolicy(owner, [], { threshold: 0, delaySeconds: 0 })).status).toBe(200);
  await owner.client.call('getRecovery');
  expect((await owner.client.post(`/v1/passkeys/${second.id}/revocation`)).status).toBe(200);
});

test('without a wallet the recovery takes seven days, and only a passkey cancels it', async () => {
  const owner = await newOwner(service);
  const device = await newDevice(service, owner);
  const started = await startRecovery(device);
  expect(started.answer).toMatchObject({ status: 201, body: { mode: 'database' } });
  expect((await startRecovery(device)).answer.status).toBe(409);
  const early = await device.post(`/v1/recovery/attempts/${started.id}/finish`, {});
  expect(early.headers.get('pid-error')).toContain('recovery_not_ready');
  // Neither the session that started it nor another player can cancel it without the passkey.
  expect((await device.post(`/v1/recovery/attempts/${started.id}/cancel`, {})).status).toBe(403);
  const stranger = await newPlayer(service);
  expect((await stranger.client.post(`/v1/recovery/attempts/${started.id}/cancel`, {})).status).toBe(404);
  service.clock.advanceSeconds(weekSeconds + 60);
  const back = await newDevice(service, owner);
  expect((await stranger.client.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(404);
  expect((await back.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  expect((await back.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  const passkeys = await back.call('listPasskeys');
  expect(passkeys.map(({ credentialId }) => credentialId)).toEqual([started.passkey.credentialId]);
  expect((await signInWithSoftPasskey(service, owner.passkey)).answer.status).toBe(400);
});

test('a recovery that cannot be processed does not keep the reminders of others waiting', async () => {
  const [broken, owner] = [await newOwner(service), await newOwner(service)];
  await startRecovery(await newDevice(service, broken));
  await startRecovery(await newDevice(service, owner));
  const ofPid = "(select id from identities where handle || '@pid' = $1)";
  const countStarts = async () => {
    const { rows } = await service.db.query<{ count: bigint }>(
      `select count(*) from notices where type = 'recovery.started' and identity_id = ${ofPid}`,
      [owner.pid],
    );
    return Number(rows[0]!.count);
  };
  const before = await countStarts();
  const { rows } = await service.db.query<{ id: string }>(`select ${ofPid} as id`, [broken.pid]);
  await service.db.query(
    "create function refuse_notice() returns trigger language plpgsql as $$ begin raise exception 'broken row'; end $$",
  );
  await service.db.query(
    `create trigger refuse_notice before insert on notices for each row when (new.identity_id = '${rows[0]!.id}') execute function refuse_notice()`,
  );
  service.clock.advanceSeconds(86_400 + 60);
  await sendWatch(service);
  await service.db.query('drop trigger refuse_notice on notices');
  expect(await countStarts()).toBe(before + 1);
});

test('a recovery that is not finished within thirty days expires, and another can be started', async () => {
  const owner = await newOwner(service);
  const started = await startRecovery(await newDevice(service, owner));
  service.clock.advanceSeconds(weekSeconds + 30 * 86_400);
  const later = await newDevice(service, owner);
  await sendWatch(service);
  expect((await later.call('getRecovery')).pending).toEqual([]);
  expect((await later.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(404);
  expect(await noticesOf(later)).toContain('recovery.cancelled');
  expect((await startRecovery(later)).answer.status).toBe(201);
});

test('with a wallet and no policy the identity is recovered, but not the vault: the lost passkey still moves it', async () => {
  const owner = await newAccount(service);
  const device = await newDevice(service, owner);
  const started = await startRecovery(device);
  expect(started.answer.body.mode).toBe('database');
  service.clock.advanceSeconds(weekSeconds + 60);
  const back = await newDevice(service, owner);
  expect((await back.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  const mine = { ...owner, client: back };
  const passkey = Object.assign(started.passkey, { id: '' });
  const to = newSigner().address;
  const refused = await withdraw({ ...mine, passkey }, { to, amount: 5_000_000n });
  expect(refused.headers.get('pid-error')).toBe('passkey_not_authority');
  expect((await withdraw(mine, { to, amount: 5_000_000n })).status).toBe(200);
  expect((await signInWithSoftPasskey(service, owner.passkey)).answer.status).toBe(400);
});

test('an old sign-in cannot start a recovery without guardians', async () => {
  const owner = await newOwner(service);
  const device = await newDevice(service, owner);
  service.clock.advanceSeconds(700);
  expect((await startRecovery(device)).answer).toMatchObject({
    status: 403,
    body: { message: 'Sign in again' },
  });
});

test('a request without votes expires after sixty days', async () => {
  const owner = await newAccount(service);
  await setPolicy(owner, [guardedBySheet(await newSheet(owner))]);
  const started = await startRecovery(await newDevice(service, owner));
  expect(started.answer).toMatchObject({ status: 201, body: { mode: 'chain' } });
  service.clock.advanceSeconds(61 * 86_400);
  const later = await newDevice(service, owner);
  expect((await later.call('getRecovery')).pending).toEqual([]);
  await untilTold(service, owner, 'recovery.cancelled');
});
