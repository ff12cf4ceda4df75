// Owners and guardians are notified once of each change of a policy, wherever it was made; and a guardian can
// leave.
import { beforeAll, expect, test } from 'vitest';
import { newAccount, newOwner, type WalletOwner } from '../../test/account-helper.ts';
import type { Answer, HttpClient } from '../../test/http-client.ts';
import {
  approveByPasskey,
  ballotOf,
  cancelOnChain,
  guardedBySheet,
  newSheet,
  sendWatch,
  setPolicy,
  startRecovery,
} from '../../test/recovery-helper.ts';
import { openOutside } from '../../test/recovery-past-us.ts';
import { signInAs } from '../../test/sign-in-helper.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

const settings = { PID_EMBEDDED_FINALIZED_SLOTS: '4' };
let service: TestService;
let second: TestService;

beforeAll(async () => {
  service = await startTestService(settings);
  second = await startTestService(settings, service);
});

const guards = ({ pid }: WalletOwner) => ({ kind: 'account' as const, pid });

/** Notices about guardians, oldest first. */
async function told({ client }: Pick<WalletOwner, 'client'>): Promise<string[]> {
  const { items } = await client.call('listNotices', { limit: 100 });
  const said = items.filter(({ type }) => /^recovery\.(?:policy|guardian)_/.test(type));
  return said.toReversed().map(({ type, data }) => [type.slice(9), data['pid']].filter(Boolean).join(' '));
}

/** Confirms with the passkey, as a page does after step_up_required. */
function leave(guardian: WalletOwner, { pid }: Pick<WalletOwner, 'pid'>): Promise<Answer> {
  const path = `/v1/guardianships/${encodeURIComponent(pid)}`;
  const call = { method: 'DELETE', path, operation: 'leaveGuardianship', params: { pid } };
  return withStepUp(guardian.client, guardian.passkey, { ...call, body: undefined });
}

async function newDevice(owner: Pick<WalletOwner, 'pid'>): Promise<HttpClient> {
  const client = service.client();
  await signInAs(client, `${owner.pid.replace('@pid', '')}@example.com`);
  return client;
}

test('notifies the owner and the named or dropped guardians of a policy once, however often it is read', async () => {
  const [owner, first, other] = [
    await newAccount(service),
    await newAccount(service),
    await newAccount(service),
  ];
  expect((await setPolicy(owner, [guards(first)])).status).toBe(200);
  expect(await told(owner)).toEqual(['policy_set']);
  expect(await told(first)).toEqual([`guardian_named ${owner.pid}`]);
  expect((await setPolicy(owner, [guards(other), guards(first)], { threshold: 2 })).status).toBe(200);
  // Finalized blocks still have the previous policy, which must not cause a notice.
  await Promise.all([sendWatch(service), second.service.runJob('watch recoveries')]);
  await owner.client.call('getRecovery');
  expect((await setPolicy(owner, [guards(other)])).status).toBe(200);
  await sendWatch(second);
  expect((await setPolicy(owner, [], { threshold: 0, delaySeconds: 0 })).status).toBe(200);
  await sendWatch(service);
  expect(await told(owner)).toEqual(['policy_set', 'policy_set', 'policy_set', 'policy_removed']);
  expect(await told(first)).toEqual([`guardian_named ${owner.pid}`, `guardian_dropped ${owner.pid}`]);
  expect(await told(other)).toEqual([`guardian_named ${owner.pid}`, `guardian_dropped ${owner.pid}`]);
});

test('notifies of a policy set without the service, from the node that sees it first', async () => {
  const [owner, friend] = [await newAccount(service), await newAccount(service)];
  const outside = await openOutside(service);
  await outside.setPolicy(owner, [guards(friend)]);
  await expect
    .poll(
      async () => {
        service.clock.advanceSeconds(15);
        await Promise.all([service, second].map(async (node) => node.service.runJob('watch recoveries')));
        return told(owner);
      },
      { interval: 200 },
    )
    .toEqual(['policy_set']);
  await Promise.all([owner.client.call('getRecovery'), sendWatch(second)]);
  expect(await told(owner)).toEqual(['policy_set']);
  expect(await told(friend)).toEqual([`guardian_named ${owner.pid}`]);
  const { policy } = await owner.client.call('getRecovery');
  expect(policy?.guardians).toMatchObject([{ pid: friend.pid, left: false }]);
});

test('a guardian who leaves is not asked and cannot approve any more, and the owner is notified immediately', async () => {
  const [owner, leaver, loyal] = [
    await newAccount(service),
    await newAccount(service),
    await newAccount(service),
  ];
  const guardians = [guards(leaver), guards(loyal)];
  expect((await setPolicy(owner, guardians, { threshold: 2 })).status).toBe(200);
  const started = await startRecovery(await newDevice(owner));
  expect((await leaver.client.call('listGuardianships')).items).toMatchObject([
    { requests: [{ id: started.id }] },
  ]);

  // A cookie alone is not enough, and a player who is not a guardian cannot leave.
  const path = `/v1/guardianships/${encodeURIComponent(owner.pid)}`;
  expect((await leaver.client.delete(path)).headers.get('pid-error')).toContain('step_up_required');
  expect((await leave(owner, leaver)).headers.get('pid-error')).toBe('no_such_guardianship');
  expect((await owner.client.call('getRecovery')).policy).toMatchObject({ reachable: true });

  // Concurrent requests leave once.
  const answers = await Promise.all([leave(leaver, owner), leave(leaver, owner)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await leave(leaver, owner)).status).toBe(200);
  expect(await told(owner)).toEqual(['policy_set', `guardian_left ${leaver.pid}`]);
  expect((await owner.client.call('getRecovery')).policy).toMatchObject({
    reachable: false,
    guardians: [
      { pid: leaver.pid, left: true },
      { pid: loyal.pid, left: false },
    ],
  });
  const { body } = await owner.client.get('/v1/identity/activity');
  expect(body.items).toContainEqual(
    expect.objectContaining({ action: 'recovery.guardian_left', actor: leaver.pid, address: null }),
  );

  expect((await leaver.client.call('listGuardianships')).items).toEqual([]);
  const ballot = await ballotOf(leaver.client, owner, started, { guardian: 0, nonce: '1' });
  const refused = await approveByPasskey(leaver.client, leaver.passkey, started.id, ballot);
  expect(refused.headers.get('pid-error')).toContain('reason=left');
  const asked = await startRecovery(await newDevice(owner));
  expect(asked.answer.status).toBe(201);
  const count = async ({ client }: WalletOwner) =>
    (await client.call('listNotices', { limit: 100 })).items.filter(
      ({ type }) => type === 'recovery.help_asked',
    ).length;
  expect([await count(leaver), await count(loyal)]).toEqual([1, 2]);
  await sendWatch(service);
  expect((await owner.client.call('getRecovery')).policy?.reachable).toBe(false);

  // Only the owner's passkey brings the guardian back, also with an unchanged policy.
  expect((await setPolicy(owner, guardians, { threshold: 2 })).status).toBe(200);
  expect((await leaver.client.call('listGuardianships')).items).toMatchObject([{ pid: owner.pid }]);
  expect(await told(leaver)).toEqual([`guardian_named ${owner.pid}`, `guardian_named ${owner.pid}`]);
  expect(await told(loyal)).toEqual([`guardian_named ${owner.pid}`]);
  expect((await owner.client.call('getRecovery')).policy?.reachable).toBe(true);
});

test('a vote stays valid when its guardian leaves, and a cancelled recovery does not bring the guardian back', async () => {
  const [owner, leaver] = [await newAccount(service), await newAccount(service)];
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guards(leaver), guardedBySheet(sheet)])).status).toBe(200);
  const started = await startRecovery(await newDevice(owner));
  const ballot = await ballotOf(leaver.client, owner, started, { guardian: 0, nonce: '1' });
  expect((await approveByPasskey(leaver.client, leaver.passkey, started.id, ballot)).status).toBe(200);
  expect((await leave(leaver, owner)).status).toBe(200);
  expect((await owner.client.call('getRecovery')).attempt?.votes).toMatchObject([{ guardian: 0 }]);
  expect((await cancelOnChain(owner, started.id)).status).toBe(200);
  expect((await owner.client.call('getRecovery')).policy?.guardians).toMatchObject([
    { left: true },
    { left: false },
  ]);
  expect((await leaver.client.call('listGuardianships')).items).toEqual([]);
});

test('deleting an identity ends its guardianships and notifies the owners', async () => {
  const [owner, gone] = [await newAccount(service), await newAccount(service)];
  expect((await setPolicy(owner, [guards(gone)])).status).toBe(200);
  await service.db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `update identities set status = 'deleted' where handle = $1 returning id`,
      [gone.pid.replace('@pid', '')],
    );
    for (const erase of service.erasers) await erase(tx, rows[0]!, service.clock.now());
  });
  expect(await told(owner)).toEqual(['policy_set', `guardian_left ${gone.pid}`]);
  expect((await owner.client.call('getRecovery')).policy?.reachable).toBe(false);
});

test('checks players before they are named: ready, unknown, without a wallet, suspended, or the owner', async () => {
  const [owner, ready, walletless, suspended] = [
    await newAccount(service),
    await newAccount(service),
    await newOwner(service),
    await newAccount(service),
  ];
  await service.db.query(`update identities set status = 'suspended' where handle = $1`, [
    suspended.pid.replace('@pid', ''),
  ]);
  const pids = [ready.pid, 'nobody_at_all@pid', walletless.pid, suspended.pid, owner.pid];
  const { items } = await owner.client.call('checkGuardians', { pids });
  expect(items).toEqual([
    { pid: ready.pid, status: 'ready' },
    { pid: 'nobody_at_all@pid', status: 'unknown' },
    { pid: walletless.pid, status: 'no_wallet' },
    { pid: suspended.pid, status: 'unknown' },
    { pid: owner.pid, status: 'self' },
  ]);
});
