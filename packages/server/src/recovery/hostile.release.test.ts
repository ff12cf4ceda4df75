// Attackers and concurrent events: a hostile guardian, a thief with the passkey, a crowd, two nodes, a
// guardian who rotates.
import { toBase64Url } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import { newAccount, rotationBody, withdraw, type WalletOwner } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { giveFurtherPasskey } from '../../test/passkey-helper.ts';
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
import { openOutside, passkeyOfExit } from '../../test/recovery-past-us.ts';
import { signInAs } from '../../test/sign-in-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

const daySeconds = 86_400;
const settings = {
  PID_EMBEDDED_FINALIZED_SLOTS: '4',
  // As if a crowd had used up the daily emergency budget.
  PID_RELAY_EMERGENCY_IDENTITY_CAP_LAMPORTS: '0',
  PID_RELAY_EMERGENCY_GLOBAL_CAP_LAMPORTS: '0',
};

let service: TestService;
let second: TestService;

beforeAll(async () => {
  service = await startTestService(settings);
  second = await startTestService(settings, service);
});

async function countNotices(client: HttpClient, type: string): Promise<number> {
  const { items } = await client.call('listNotices', {});
  return items.filter((notice) => notice.type === type).length;
}

test('one hostile guardian of five can neither recover alone nor block the others; a guardian who rotates can still vote', async () => {
  const owner = await newAccount(service);
  const friends = await Promise.all(Array.from({ length: 5 }, () => newAccount(service)));
  const guardians = friends.map(({ pid }) => ({ kind: 'account' as const, pid }));
  expect((await setPolicy(owner, guardians, { threshold: 3 })).status).toBe(200);
  const [hostile, loyal, rotating, late] = friends as [WalletOwner, WalletOwner, WalletOwner, WalletOwner];
  const device = await newDevice(service, owner);
  const theirs = await startRecovery(device);
  const mine = await startRecovery(device);
  const vote = async (
    friend: WalletOwner,
    guardian: number,
    started: typeof mine,
    passkey = friend.passkey,
  ) => {
    const ballot = await ballotOf(friend.client, owner, started, { guardian, nonce: '1' });
    return approveByPasskey(friend.client, passkey, started.id, ballot);
  };
  expect((await vote(hostile, 0, theirs)).status).toBe(200);
  expect((await device.call('getRecovery')).attempt).toBeNull();
  expect((await vote(loyal, 1, mine)).status).toBe(200);
  expect((await vote(rotating, 2, mine)).status).toBe(200);
  // A vote stays valid after its guardian rotates. A guardian who rotates before voting can vote only with
  // the new passkey.
  for (const friend of [rotating, late]) {
    const next = await giveFurtherPasskey(friend.client, friend.passkey);
    const proof = await friend.client.call('passkeySignInOptions');
    expect((await friend.client.post('/v1/auth/passkey', { response: next.login(proof, {}) })).status).toBe(
      200,
    );
    const rotated = await friend.client.post('/v1/account/rotate', await rotationBody(friend, next));
    expect(rotated).toMatchObject({ status: 200 });
    if (friend === late) {
      expect((await vote(late, 3, mine)).status).not.toBe(200);
      expect((await vote(late, 3, mine, next)).status).toBe(200);
    }
  }
  const { attempt } = await device.call('getRecovery');
  expect(attempt).toMatchObject({ newAuthority: toBase64Url(mine.passkey.publicKey) });
  expect(attempt?.votes.map(({ guardian }) => guardian)).toEqual([1, 2, 3]);
});

test('a thief with the passkey can cancel: the owner is notified immediately, and the guardians can vote again after the delay', async () => {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)], { delaySeconds: daySeconds })).status).toBe(200);
  const device = await newDevice(service, owner);
  const started = await startRecovery(device);
  const ballot = await ballotOf(device, owner, started, { guardian: 0, nonce: '1' });
  expect((await approveBySheet(device, sheet, started.id, ballot)).status).toBe(200);
  expect((await cancelOnChain(owner, started.id)).status).toBe(200);
  await untilTold(service, owner, 'recovery.cancelled');
  await signInAs(device, emailOf(owner));
  const again = await startRecovery(device);
  const early = await ballotOf(device, owner, again, { guardian: 0, nonce: '2' });
  const barred = await approveBySheet(device, sheet, again.id, early);
  expect(barred.headers.get('pid-error')).toContain('reason=barred');
  service.clock.advanceSeconds(daySeconds + 60);
  const later = await newDevice(service, owner);
  const due = await ballotOf(later, owner, again, { guardian: 0, nonce: '2' });
  expect((await approveBySheet(later, sheet, again.id, due)).status).toBe(200);
  expect((await later.call('getRecovery')).attempt?.newAuthority).toBe(toBase64Url(again.passkey.publicKey));
});

test('every player has five emergency steps a day, whatever a crowd has used up; the sixth is refused', async () => {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)])).status).toBe(200);
  const started = await startRecovery(await newDevice(service, owner));
  for (let step = 0; step < 5; step += 1) expect((await cancelOnChain(owner, started.id)).status).toBe(200);
  expect((await cancelOnChain(owner, started.id)).status).toBe(429);
});

test('a relayer below its minimum balance still sends recovery and emergency steps, down to half of the minimum', async () => {
  const owner = await newAccount(service);
  const { text } = await service.client().get('/metrics');
  const lamports = Number(/^pid_relayer_lamports (\S+)$/m.exec(text)![1]);
  const atNodeWith = async (floor: number): Promise<WalletOwner> => {
    const node = await startTestService({ ...settings, PID_RELAYER_MIN_LAMPORTS: String(floor) }, service);
    const client = node.client();
    client.setCookie('pid_access', owner.client.cookie('pid_access')!);
    return { ...owner, client };
  };
  const { address: to } = newSigner();
  const low = await atNodeWith(Math.round(lamports * 1.5));
  const sheet = await newSheet(low);
  expect((await withdraw(low, { to, amount: 10_000_000n })).status).toBe(503);
  expect((await setPolicy(low, [guardedBySheet(sheet)])).status).toBe(200);
  const started = await startRecovery(await newDevice(service, owner));
  expect((await cancelOnChain(low, started.id)).status).toBe(200);
  const lower = await atNodeWith(Math.round(lamports * 2.5));
  expect((await cancelOnChain(lower, started.id)).status).toBe(503);
});

test('two nodes share one round, and a daily notice is sent once', async () => {
  const owner = await newAccount(service);
  await setPolicy(owner, [guardedBySheet(await newSheet(owner))]);
  const device = await newDevice(service, owner);
  expect((await startRecovery(device)).answer.status).toBe(201);
  expect(await countNotices(device, 'recovery.asked')).toBe(1);
  service.clock.advanceSeconds(daySeconds + 60);
  await Promise.all([service.service.runJob('watch recoveries'), second.service.runJob('watch recoveries')]);
  await second.service.runJob('watch recoveries');
  const later = await newDevice(service, owner);
  expect(await countNotices(later, 'recovery.asked')).toBe(2);
  // Makes the notice due again. The current round is already taken, on either node; the next one sends it.
  await service.db.query(
    `update recovery_attempts set told_at = told_at - interval '2 days' where state = 'open'`,
  );
  await second.service.runJob('watch recoveries');
  await service.service.runJob('watch recoveries');
  expect(await countNotices(later, 'recovery.asked')).toBe(2);
  await sendWatch(second);
  expect(await countNotices(later, 'recovery.asked')).toBe(3);
});

test('finds votes that guardians sent without the service, and notifies the owner once', async () => {
  const outside = await openOutside(service);
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)])).status).toBe(200);
  await outside.vote(owner.pid, sheet, 0, passkeyOfExit(service, owner.pid));
  await expect
    .poll(
      async () => {
        await sendWatch(service);
        return countNotices(owner.client, 'recovery.started');
      },
      { interval: 300 },
    )
    .toBe(1);
  await sendWatch(service);
  expect(await countNotices(owner.client, 'recovery.started')).toBe(1);
  const { pending } = await owner.client.call('getRecovery');
  expect(pending).toHaveLength(1);
  const readyAt = Date.parse(pending[0]!.readyAt!);
  expect(readyAt - service.clock.nowMillis()).toBeGreaterThan((weekSeconds - 3600) * 1000);
});
