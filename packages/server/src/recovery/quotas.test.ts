// A player cannot use up the budget that another needs for a recovery.
import { beforeAll, expect, test } from 'vitest';
import { newAccount } from '../../test/account-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import {
  approveBySheet,
  ballotOf,
  guardedBySheet,
  newSheet,
  setPolicy,
  startRecovery,
  newDevice,
} from '../../test/recovery-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

let service: TestService;

beforeAll(async () => {
  // As if a crowd had used up the shared budget.
  service = await startTestService({
    PID_EMBEDDED_FINALIZED_SLOTS: '4',
    PID_RELAY_RECOVERY_GLOBAL_CAP_LAMPORTS: '0',
    PID_RELAY_POLICY_GLOBAL_CAP_LAMPORTS: '200000',
  });
});

test('a guardian has five votes a week per account, a repeated vote is refused, and other guardians keep theirs', async () => {
  const owner = await newAccount(service);
  const sheets = await Promise.all([1, 2, 3].map(() => newSheet(owner)));
  expect((await setPolicy(owner, sheets.map(guardedBySheet), { threshold: 2 })).status).toBe(200);
  const device = await newDevice(service, owner);
  const mine = await startRecovery(device);
  const theirs = await startRecovery(device);
  let later = 0;
  const vote = async (guardian: number, started: typeof mine) => {
    const ballot = await ballotOf(device, owner, started, { guardian, nonce: '1' });
    later += 1;
    const expiring = { ...ballot, expiry: ballot.expiry - 60 + later };
    const answer = await approveBySheet(service.client(), sheets[guardian]!, started.id, expiring);
    return answer.status === 200 ? 200 : answer.headers.get('pid-error');
  };
  expect(await vote(0, theirs)).toBe(200);
  expect(await vote(0, theirs)).toBe('no_change');
  for (const started of [mine, theirs, mine, theirs]) expect(await vote(0, started)).toBe(200);
  expect(await vote(0, mine)).toBe('too_many_recoveries');
  expect(await vote(1, mine)).toBe(200);
  expect(await vote(2, mine)).toBe(200);
  expect((await device.call('getRecovery')).attempt?.id).toBe(mine.id);
});

test('an old cookie uses up its own starts, not those of a session with a recent sign-in', async () => {
  const owner = await newAccount(service);
  expect((await setPolicy(owner, [guardedBySheet(await newSheet(owner))])).status).toBe(200);
  const old = await newDevice(service, owner);
  const fresh = await newDevice(service, owner);
  const statusOf = async (client: HttpClient) => (await startRecovery(client)).answer.status;
  for (let n = 0; n < 5; n += 1) expect(await statusOf(fresh)).toBe(201);
  expect(await statusOf(fresh)).toBe(429);
  service.clock.advanceSeconds(700);
  // This session is old by now, and all sessions without a recent sign-in share the starts of the day, which
  // are used up.
  expect(await statusOf(old)).toBe(429);
  expect(await statusOf(await newDevice(service, owner))).toBe(201);
});

test('policies have a separate budget and do not use up that of votes', async () => {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)])).status).toBe(200);
  const stranger = await newAccount(service);
  const statuses: number[] = [];
  for (let n = 0; n < 20 && !statuses.includes(503); n += 1)
    statuses.push((await setPolicy(stranger, [guardedBySheet(await newSheet(stranger))])).status);
  expect(statuses).toContain(503);
  const device = await newDevice(service, owner);
  const started = await startRecovery(device);
  const ballot = await ballotOf(device, owner, started, { guardian: 0, nonce: '1' });
  expect((await approveBySheet(device, sheet, started.id, ballot)).status).toBe(200);
});
