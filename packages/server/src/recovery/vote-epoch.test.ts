// The program's rules about epochs and guardians, over HTTP.
import { beforeAll, expect, test } from 'vitest';
import { activate, fund, newAccount, newOwner, rotationBody, sol } from '../../test/account-helper.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import {
  approveBySheet,
  ballotOf,
  guardedBySheet,
  newSheet,
  setPolicy,
  startRecovery,
} from '../../test/recovery-helper.ts';
import { signInAs } from '../../test/sign-in-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

test('refuses a guardian without an activated wallet before anything is sent', async () => {
  const owner = await newAccount(service);
  const friend = await newOwner(service);
  const guardians = [{ kind: 'account' as const, pid: friend.pid }];
  const before = (await owner.client.get('/v1/account/operations')).body.items.length;
  const refused = await setPolicy(owner, guardians);
  expect(refused.headers.get('pid-error')).toContain('reason=unknown_player');
  expect(refused.body.message).toBe('guardians.0 is not a player with an activated wallet');
  expect((await owner.client.get('/v1/account/operations')).body.items).toHaveLength(before);
  await fund(friend, sol);
  expect((await activate(friend)).status).toBe(200);
  expect((await setPolicy(owner, guardians)).status).toBe(200);
});

test('a vote no longer counts after the owner has rotated', async () => {
  const owner = await newAccount(service);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)])).status).toBe(200);
  const device = service.client();
  await signInAs(device, `${owner.pid.replace('@pid', '')}@example.com`);
  const started = await startRecovery(device);
  const ballot = await ballotOf(device, owner, started, { guardian: 0, nonce: '1' });
  expect((await approveBySheet(device, sheet, started.id, ballot)).status).toBe(200);
  const approved = await owner.client.call('getRecovery');
  expect(approved.attempt?.votes).toHaveLength(1);
  expect(approved.pending[0]?.approvals).toEqual([0]);
  const next = await giveFurtherPasskey(owner.client, owner.passkey);
  await signInWithSoftPasskey(service, next);
  const rotated = await owner.client.post('/v1/account/rotate', await rotationBody(owner, next));
  expect(rotated.status).toBe(200);
  const after = await owner.client.call('getRecovery');
  expect(after.attempt).toBeNull();
  expect(after.pending.flatMap(({ approvals }) => approvals)).toEqual([]);
});
