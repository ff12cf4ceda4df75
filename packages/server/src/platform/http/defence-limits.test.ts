// An attacker who has several sessions of an identity uses up the limit that all its sessions share. The owner can still defend it.
import { operations, type Operation } from '@pid/contract';
import { concretePath } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import { releaseTest } from '../../../../../test/support/release-test.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { givePasskey, signInWithSoftPasskey } from '../../../test/passkey-helper.ts';
import { startRecovery } from '../../../test/recovery-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import type { SoftPasskey } from '../../../test/soft-passkey.ts';
import { withStepUp } from '../../../test/step-up-helper.ts';
import { startTestService, type TestService } from '../../../test/test-service.ts';

const limits = { read: 20, write: 20, wallet: 8, signin: 40 };
const unknownId = '00000000-0000-4000-8000-000000000000';
/** One operation of each class that counts in the shared limit. */
const floods: Record<keyof typeof limits, (client: HttpClient) => Promise<{ status: number }>> = {
  read: (client) => client.get('/v1/profile'),
  write: (client) => client.post('/v1/notices/read', { upTo: 1 }),
  wallet: (client) => client.post(`/v1/recovery/attempts/${unknownId}/finish`, {}),
  signin: (client) => client.post('/v1/auth/refresh', {}),
};

let service: TestService;
let owner: HttpClient;
let passkey: SoftPasskey & { id: string };
let recoveryId: string;
let sessions: HttpClient[];

beforeAll(async () => {
  const settings = Object.entries(limits).map(([name, limit]) => `${name}=${limit}`);
  service = await startTestService({ PID_RATE_LIMIT: '1', PID_RATE_LIMITS: settings.join(',') });
  const { client, email } = await newPlayer(service);
  passkey = await givePasskey(client);
  sessions = [];
  for (let count = 0; count < 5; count += 1) {
    const session = service.client();
    await signInAs(session, email);
    sessions.push(session);
    service.clock.advanceSeconds(61);
  }
  recoveryId = (await startRecovery(sessions[0]!)).id;
  ({ client: owner } = await signInWithSoftPasskey(service, passkey));
  service.clock.advanceSeconds(61);
});

/** Sends until the owner's session is refused because of the others. */
async function useUpSharedLimits(): Promise<void> {
  for (const [name, send] of Object.entries(floods)) {
    for (const session of sessions)
      for (let count = 0; count < limits[name as keyof typeof limits]; count += 1) await send(session);
    expect([name, (await send(owner)).status]).toEqual([name, 429]);
  }
}

const defences = Object.values<Operation>(operations).filter(({ limitPer }) => limitPer === 'session');

test('operations that defend an identity are never refused because of other sessions', async () => {
  expect(defences.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining([
      'cancelRecovery',
      'denyCredential',
      'endOtherSessions',
      'endSession',
      'freezeIdentity',
      'leaveGuardianship',
      'liftFreeze',
      'logout',
      'notMe',
      'passkeyRevocationOptions',
      'revokePasskey',
      'stepUpOptions',
    ]),
  );
  await useUpSharedLimits();
  for (const { method, path, params, body, example, operationId } of defences) {
    // They end the session: see the next test.
    if (operationId === 'logout' || operationId === 'freezeIdentity') continue;
    const names = Object.keys(params?.properties ?? {});
    const inPath = Object.fromEntries(names.map((name) => [name, String(example?.[name])]));
    const rest = Object.fromEntries(Object.entries(example ?? {}).filter(([name]) => !names.includes(name)));
    const answer = await owner.sendOnce(method, concretePath(path, inPath), body ? rest : undefined, {});
    expect(answer.status, operationId).not.toBe(429);
  }
  // The limit of the session itself still applies.
  const own = [];
  for (let count = 0; count < limits.write; count += 1)
    own.push((await owner.post('/v1/step-up/options', { operation: 'liftFreeze' })).status);
  expect([own[0], own.at(-1)]).toEqual([200, 429]);
});

releaseTest(
  'the owner cancels the recovery, ends the other sessions and signs out while they flood',
  async () => {
    service.clock.advanceSeconds(61);
    await useUpSharedLimits();
    const { pending } = await owner.call('getRecovery');
    expect(pending).toMatchObject([{ id: recoveryId }]);
    const cancelling = { method: 'POST', path: `/v1/recovery/attempts/${recoveryId}/cancel`, body: {} };
    expect((await withStepUp(owner, passkey, cancelling)).status).toBe(200);
    const ending = { method: 'DELETE', path: '/v1/auth/sessions' };
    expect((await withStepUp(owner, passkey, ending)).status).toBe(200);
    expect((await owner.post('/v1/auth/logout', {})).status).toBe(200);
    ({ client: owner } = await signInWithSoftPasskey(service, passkey));
    expect((await owner.post('/v1/freeze', {})).status).toBe(200);
  },
);
