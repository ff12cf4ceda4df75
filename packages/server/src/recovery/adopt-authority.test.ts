// A recovery that was finished on the chain without the service. Its passkey can sign in once finalized
// blocks, its signature and the provider agree, and the owner had time to object.
import { beforeAll, expect, test } from 'vitest';
import { newAccount, withdraw, type WalletOwner } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import {
  guardedBySheet,
  newSheet,
  sendWatch,
  setPolicy,
  startRecovery,
  untilTold,
  emailOf,
} from '../../test/recovery-helper.ts';
import {
  finishPastUs,
  openOutside,
  passkeyOfExit,
  recoverPastUs,
  type Outside,
} from '../../test/recovery-past-us.ts';
import { signInAs } from '../../test/sign-in-helper.ts';
import { createSoftPasskey, type SoftPasskey } from '../../test/soft-passkey.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

const delaySeconds = 86_400;

let service: TestService;
let outside: Outside;

beforeAll(async () => {
  service = await startTestService({ PID_EMBEDDED_FINALIZED_SLOTS: '4' });
  outside = await openOutside(service);
});

/**
 * An owner whose wallet was recovered to a new passkey with the saved page. The service saw the vote a day
 * before and notified the owner.
 */
async function recovered(): Promise<{ owner: WalletOwner; passkey: SoftPasskey }> {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)], { delaySeconds })).status).toBe(200);
  const passkey = passkeyOfExit(service, owner.pid);
  await outside.vote(owner.pid, sheet, 0, passkey);
  await untilTold(service, owner, 'recovery.started');
  service.clock.advanceSeconds(delaySeconds + 60);
  await finishPastUs(outside, owner.pid, passkey);
  return { owner, passkey };
}

/**
 * Signs in from a browser with a recent sign-in at the provider. Finality is some slots behind; until then
 * the passkey is unknown.
 */
async function signInTwice(owner: WalletOwner, passkey: SoftPasskey) {
  const client = service.client();
  await signInAs(client, emailOf(owner));
  return signInWithSoftPasskey(service, passkey, {}, client);
}

async function untilAdopted(owner: WalletOwner, passkey: SoftPasskey) {
  const signIn = async () => (await signInTwice(owner, passkey)).answer.status;
  await expect.poll(signIn, { interval: 200 }).toBe(200);
  return (await signInWithSoftPasskey(service, passkey)).client;
}

/**
 * Waits until finalized blocks have the new authority. A wrong signature, which adopts nothing, shows it by
 * its error.
 */
async function untilFinal(passkey: SoftPasskey): Promise<void> {
  const probe = createSoftPasskey({ origin: service.baseUrl });
  probe.userHandle = passkey.userHandle;
  const refusal = async () => (await signInWithSoftPasskey(service, probe)).answer.headers.get('pid-error');
  await expect.poll(refusal, { interval: 200 }).toContain('signature_wrong');
}

test('adopts a passkey from the saved page at its first sign-in: it is the only passkey and moves the vault', async () => {
  const { owner, passkey } = await recovered();
  const further = owner.passkey;
  const client = await untilAdopted(owner, passkey);
  const passkeys = await client.call('listPasskeys');
  expect(passkeys.map(({ credentialId }) => credentialId)).toEqual([passkey.credentialId]);
  expect((await client.call('getIdentity')).pid).toBe(owner.pid);
  expect((await client.call('getAccount')).authorityCredentialId).toBe(passkey.credentialId);
  const mine = { ...owner, client, passkey: Object.assign(passkey, { id: '' }) };
  expect((await withdraw(mine, { to: newSigner().address, amount: 5_000_000n })).status).toBe(200);
  expect((await signInWithSoftPasskey(service, further)).answer.status).toBe(400);
  const { items } = await client.call('listNotices', {});
  expect(items.map(({ type }) => type)).toContain('recovery.finished');
  expect((await client.call('getRecovery')).pending).toEqual([]);
});

test('accepts a user handle that contains the id of the identity', async () => {
  const { owner, passkey } = await recovered();
  passkey.userHandle = owner.passkey.userHandle;
  await untilAdopted(owner, passkey);
});

test('the finish ends the lost passkey before the new one signs in', async () => {
  const { owner } = await recovered();
  await expect
    .poll(
      async () => {
        await sendWatch(service);
        return (await signInWithSoftPasskey(service, owner.passkey)).answer.status;
      },
      { interval: 200 },
    )
    .toBe(400);
});

test('refuses without a recent provider sign-in in the same browser', async () => {
  const { owner, passkey } = await recovered();
  await untilFinal(passkey);
  const { answer } = await signInWithSoftPasskey(service, passkey);
  expect([answer.status, answer.headers.get('pid-error')]).toEqual([
    403,
    expect.stringContaining('not_yet; reason=provider'),
  ]);
  const stale = service.client();
  await signInAs(stale, emailOf(owner));
  service.clock.advanceSeconds(601);
  expect((await signInWithSoftPasskey(service, passkey, {}, stale)).answer.status).toBe(403);
  expect((await signInTwice(owner, passkey)).answer.status).toBe(200);
});

test('a finish whose start the service never saw waits for the delay, counted from the notice to the owner', async () => {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)], { delaySeconds })).status).toBe(200);
  await sendWatch(service);
  const passkey = passkeyOfExit(service, owner.pid);
  await recoverPastUs(service, outside, { pid: owner.pid, sheet, passkey, delaySeconds });
  await untilFinal(passkey);
  const early = (await signInTwice(owner, passkey)).answer;
  expect([early.status, early.headers.get('pid-error')]).toEqual([
    403,
    expect.stringContaining('not_yet; reason=delay'),
  ]);
  const reader = service.client();
  await signInAs(reader, emailOf(owner));
  const { items } = await reader.call('listNotices', {});
  expect(items.map(({ type }) => type)).toContain('recovery.finished');
  expect((await signInWithSoftPasskey(service, owner.passkey)).answer.status).toBe(400);
  service.clock.advanceSeconds(delaySeconds + 1);
  expect((await signInTwice(owner, passkey)).answer.status).toBe(200);
});

test('neither the chain nor a signature alone is enough: another key, another player, another name and a removed key are unknown', async () => {
  const { owner, passkey } = await recovered();
  const stranger = await newAccount(service);
  const refusedAs = async (signer: SoftPasskey, overrides: object = {}) => {
    const { answer } = await signInWithSoftPasskey(service, signer, overrides);
    return [answer.status, answer.headers.get('pid-error')];
  };
  const handleOf = (pid: string) => Buffer.from(`${pid}#0123456789abcdef`).toString('base64url');
  // The credential of the new authority, signed with another key.
  const thief = createSoftPasskey({ origin: service.baseUrl });
  thief.userHandle = passkey.userHandle;
  await expect.poll(async () => (await refusedAs(thief))[1], { interval: 200 }).toContain('signature_wrong');
  // The right key for a player whose wallet it does not control.
  expect(await refusedAs(passkey, { userHandle: handleOf(stranger.pid) })).toEqual([400, 'passkey_unknown']);
  expect(await refusedAs(passkey, { userHandle: handleOf('nobody_here@pid') })).toEqual([
    400,
    'passkey_unknown',
  ]);
  expect(await refusedAs(passkey, { userHandle: Buffer.from(owner.pid).toString('base64url') })).toEqual([
    400,
    'passkey_unknown',
  ]);
  // None of this affects the passkey of the named player.
  expect(await refusedAs(stranger.passkey)).toEqual([200, null]);
  // A known key of the player under another credential id is refused.
  const copy = { id: createSoftPasskey({ origin: service.baseUrl }).credentialId };
  expect(await refusedAs(stranger.passkey, { ...copy, userHandle: handleOf(stranger.pid) })).toEqual([
    400,
    'passkey_unknown',
  ]);
});

test('a response is single-use and bound to the browser that requested it', async () => {
  const { owner, passkey } = await recovered();
  await untilFinal(passkey);
  const client = service.client();
  await signInAs(client, emailOf(owner));
  const response = passkey.login(await client.call('passkeySignInOptions'), {});
  const elsewhere = service.client();
  await elsewhere.call('passkeySignInOptions');
  expect((await elsewhere.post('/v1/auth/passkey', { response })).status).toBe(400);
  expect((await client.post('/v1/auth/passkey', { response })).status).toBe(200);
  expect((await client.post('/v1/auth/passkey', { response })).status).toBe(400);
});

test('ten concurrent sign-ins adopt once, with one notice and one passkey, and all succeed', async () => {
  const { owner, passkey } = await recovered();
  await untilFinal(passkey);
  const signIns = await Promise.all(Array.from({ length: 10 }, () => signInTwice(owner, passkey)));
  expect(signIns.map(({ answer }) => [answer.status, answer.headers.get('pid-error')])).toEqual(
    Array.from({ length: 10 }, () => [200, null]),
  );
  const { client } = signIns[0]!;
  expect(await client.call('listPasskeys')).toHaveLength(1);
  const { body } = await client.get('/v1/identity/activity');
  const adopted = body.items.filter(({ action }: { action: string }) => action === 'recovery.adopted');
  expect(adopted).toHaveLength(1);
});

test('a recovery by the time limit alone keeps the lost passkey out, although the chain still knows it', async () => {
  const owner = await newAccount(service);
  const device = service.client();
  await signInAs(device, `${owner.pid.replace('@pid', '')}@example.com`);
  const started = await startRecovery(device);
  expect(started.answer.body.mode).toBe('database');
  service.clock.advanceSeconds(7 * delaySeconds + 60);
  const back = service.client();
  await signInAs(back, `${owner.pid.replace('@pid', '')}@example.com`);
  expect((await back.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(200);
  const renamed = {
    id: createSoftPasskey({ origin: service.baseUrl }).credentialId,
    userHandle: Buffer.from(`${owner.pid}#0123456789abcdef`).toString('base64url'),
  };
  const { answer } = await signInWithSoftPasskey(service, owner.passkey, renamed);
  expect(answer.headers.get('pid-error')).toBe('passkey_unknown');
  expect((await signInWithSoftPasskey(service, started.passkey)).answer.status).toBe(200);
});

test('adopts nothing that is confirmed but not finalized: a fork may revert it', async () => {
  const slow = await startTestService({
    PID_EMBEDDED_FINALIZED_SLOTS: '150',
    PID_EMBEDDED_SLOT_MILLIS: '400',
  });
  const hands = await openOutside(slow);
  const owner = await newAccount(slow);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)], { delaySeconds })).status).toBe(200);
  const passkey = passkeyOfExit(slow, owner.pid);
  await recoverPastUs(slow, hands, { pid: owner.pid, sheet, passkey, delaySeconds });
  const { answer } = await signInWithSoftPasskey(slow, passkey);
  expect(answer.headers.get('pid-error')).toBe('passkey_unknown');
  expect((await signInWithSoftPasskey(slow, owner.passkey)).answer.status).toBe(200);
  slow.clock.advanceSeconds(600);
  const answered = async () => (await signInWithSoftPasskey(slow, passkey)).answer.headers.get('pid-error');
  await expect.poll(answered, { interval: 200 }).toContain('not_yet; reason=delay');
});
