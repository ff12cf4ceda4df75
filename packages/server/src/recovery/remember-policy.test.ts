// Concurrent readings of one policy: the newest one counts, and every notice is sent once.
import { accountIdFromPid } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { rememberPolicy, type SeenPolicy } from './remember-policy.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ PID_CHAIN: 'off' });
});

async function newPair() {
  const [owner, friend] = [await newPlayer(service), await newPlayer(service)];
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    owner.pid.replace('@pid', ''),
  ]);
  const seen: SeenPolicy = {
    guardians: [{ kind: 'account', key: Buffer.from(accountIdFromPid(friend.pid)) }],
    threshold: 1,
    delaySeconds: 86_400,
    nonce: 1n,
  };
  const learn = (change: Partial<SeenPolicy> = {}, how: { isNew?: boolean } = {}) =>
    service.db.transaction((tx) =>
      rememberPolicy(tx, rows[0]!.id, { ...seen, ...change }, service.clock.now(), how),
    );
  const count = async ({ client }: typeof owner, type: string) =>
    (await client.call('listNotices', { limit: 100 })).items.filter((notice) => notice.type === type).length;
  return { owner, friend, learn, count };
}

test('concurrent readings, including the one of the operation itself, notify once', async () => {
  const { owner, friend, learn, count } = await newPair();
  await Promise.all(Array.from({ length: 10 }, (_, index) => learn({}, { isNew: index === 4 })));
  expect(await count(owner, 'recovery.policy_set')).toBe(1);
  expect(await count(friend, 'recovery.guardian_named')).toBe(1);
  const shorter = { nonce: 2n, delaySeconds: 172_800 };
  await Promise.all(Array.from({ length: 10 }, (_, index) => learn(shorter, { isNew: index === 4 })));
  expect(await count(owner, 'recovery.policy_set')).toBe(2);
});

test('an older reading or a cancelled recovery causes no notice; changed terms do', async () => {
  const { owner, friend, learn, count } = await newPair();
  await learn({ nonce: 2n });
  await learn({ nonce: 1n, guardians: [], threshold: 0, delaySeconds: 0 });
  await learn({ nonce: 1n, guardians: [], threshold: 0, delaySeconds: 0 }, { isNew: true });
  // A cancellation leaves the same policy at a higher nonce.
  await learn({ nonce: 3n });
  expect(await count(owner, 'recovery.policy_removed')).toBe(0);
  expect(await count(owner, 'recovery.policy_set')).toBe(1);
  await learn({ nonce: 4n, delaySeconds: 172_800 });
  expect(await count(owner, 'recovery.policy_set')).toBe(2);
  await learn({ nonce: 5n, guardians: [], threshold: 0, delaySeconds: 0 });
  await learn({ nonce: 5n, guardians: [], threshold: 0, delaySeconds: 0 });
  expect(await count(owner, 'recovery.policy_removed')).toBe(1);
  expect(await count(friend, 'recovery.guardian_named')).toBe(1);
  expect(await count(friend, 'recovery.guardian_dropped')).toBe(1);
});

test('a policy from before terms were stored causes no new notice', async () => {
  const { owner, learn, count } = await newPair();
  await learn();
  await service.db.query('update recovery_policies set nonce = 0, threshold = null, delay_seconds = null');
  await learn();
  expect(await count(owner, 'recovery.policy_set')).toBe(1);
});
