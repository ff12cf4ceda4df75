import { expect, test } from 'vitest';
import { givePasskey, giveFurtherPasskey, registerSoftPasskey } from '../../../test/passkey-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { answersStepUp, signStepUp } from '../../../test/step-up-helper.ts';
import { createSoftPasskey } from '../../../test/soft-passkey.ts';
import { startTestService } from '../../../test/test-service.ts';
import type { Answer } from '../../../test/http-client.ts';

const service = await startTestService();
const twenty = Array.from({ length: 20 });

function statuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('20 concurrent sign-ins with one challenge: one succeeds', async () => {
  const player = await newPlayer(service);
  const passkey = await givePasskey(player.client);
  const client = service.client();
  const options = await client.post('/v1/auth/passkey/options');
  const answers = await Promise.all(
    twenty.map(() => client.post('/v1/auth/passkey', { response: passkey.login(options.body) })),
  );
  expect(statuses(answers)).toEqual({ 200: 1, 400: 19 });
});

test('20 concurrent sign-ins with 20 counters: the stored counter never falls', async () => {
  const player = await newPlayer(service);
  const passkey = await givePasskey(player.client, { counter: 1 });
  const answers = await Promise.all(
    twenty.map(async (_, index) => {
      const client = service.client();
      const options = await client.post('/v1/auth/passkey/options');
      const response = passkey.login(options.body, { counter: 21 - index });
      return client.post('/v1/auth/passkey', { response });
    }),
  );
  // The highest counter is always accepted; the others only if they arrive before a higher one.
  expect(answers[0]!.status).toBe(200);
  expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
  const { rows } = await service.db.query('select counter from passkeys where id = $1', [passkey.id]);
  expect(rows).toEqual([{ counter: 21n }]);
});

test('10 concurrent sign-ins while their passkey is removed: all their sessions end', async () => {
  const { client } = await newPlayer(service);
  const first = await givePasskey(client);
  const second = await giveFurtherPasskey(client, first);
  const options = await client.post(`/v1/passkeys/${first.id}/revocation`);
  const devices = await Promise.all(
    twenty.slice(0, 10).map(async () => {
      const device = service.client();
      return { device, response: first.login((await device.post('/v1/auth/passkey/options')).body) };
    }),
  );
  const [removed] = await Promise.all([
    client.delete(`/v1/passkeys/${first.id}`, { assertion: second.assert(options.body) }),
    ...devices.map(({ device, response }) => device.post('/v1/auth/passkey', { response })),
  ]);
  expect(removed.status).toBe(200);
  const after = await Promise.all(devices.map(({ device }) => device.get('/v1/identity/me')));
  expect(statuses(after)).toEqual({ 401: 10 });
});

test('20 concurrent approvals with separate challenges: one succeeds, the others get 409', async () => {
  const { client } = await newPlayer(service);
  const passkey = await givePasskey(client);
  const { answer } = await registerSoftPasskey(client);
  const approval = `/v1/credential-approvals/${answer.body.approvalId}`;
  const signed = await Promise.all(
    twenty.map(async () => passkey.assert((await client.post(`${approval}/options`)).body)),
  );
  const answers = await Promise.all(
    signed.map((assertion) => client.post(`${approval}/approve`, { assertion })),
  );
  expect(statuses(answers)).toEqual({ 200: 1, 409: 19 });
  expect((await client.get('/v1/passkeys')).body).toHaveLength(2);
});

test('10 approvals against 10 denials: one decision succeeds, and the passkey matches it', async () => {
  const { client } = await newPlayer(service);
  const passkey = await givePasskey(client);
  const { answer } = await registerSoftPasskey(client);
  const approval = `/v1/credential-approvals/${answer.body.approvalId}`;
  const signed = await Promise.all(
    twenty.slice(0, 10).map(async () => passkey.assert((await client.post(`${approval}/options`)).body)),
  );
  const answers = await Promise.all(
    signed.flatMap((assertion) => [
      client.post(`${approval}/deny`),
      client.post(`${approval}/approve`, { assertion }),
    ]),
  );
  expect(statuses(answers)).toEqual({ 200: 1, 409: 19 });
  const { state } = (await client.get(approval)).body;
  expect((await client.get('/v1/passkeys')).body).toHaveLength(state === 'approved' ? 2 : 1);
});

test('20 concurrent first registrations: one is active, the others are pending or replaced', async () => {
  const { client } = await newPlayer(service);
  const requests = await Promise.all(
    twenty.map(async () =>
      createSoftPasskey({ origin: service.baseUrl }).register(
        (await client.post('/v1/passkeys/options')).body,
      ),
    ),
  );
  const answers = await Promise.all(requests.map((response) => client.post('/v1/passkeys', { response })));
  expect(statuses(answers)).toEqual({ 201: 20 });
  expect(answers.filter(({ body }) => body.status === 'active')).toHaveLength(1);
  expect((await client.get('/v1/passkeys')).body).toHaveLength(1);
});

test('one credential id registered concurrently by 10 identities: one succeeds', async () => {
  const device = createSoftPasskey({ origin: service.baseUrl });
  const players = await Promise.all(twenty.slice(0, 10).map(() => newPlayer(service)));
  const requests = await Promise.all(
    players.map(async ({ client }) => ({
      client,
      response: device.register((await client.post('/v1/passkeys/options')).body),
    })),
  );
  const answers = await Promise.all(
    requests.map(({ client, response }) => client.post('/v1/passkeys', { response })),
  );
  expect(statuses(answers)).toEqual({ 201: 1, 409: 9 });
});

test('two passkeys that are removed concurrently: one credential remains', async () => {
  const { client } = await newPlayer(service);
  const first = await givePasskey(client);
  const second = await giveFurtherPasskey(client, first);
  const [login] = (await client.get('/v1/identity/credentials')).body;
  await answersStepUp(client, first).delete(`/v1/identity/credentials/${login.id}`);
  const [removal1, removal2] = await Promise.all([
    client.post(`/v1/passkeys/${first.id}/revocation`),
    client.post(`/v1/passkeys/${second.id}/revocation`),
  ]);
  const answers = await Promise.all([
    client.delete(`/v1/passkeys/${first.id}`, { assertion: first.assert(removal1.body) }),
    client.delete(`/v1/passkeys/${second.id}`, { assertion: second.assert(removal2.body) }),
  ]);
  expect(statuses(answers)).toEqual({ 200: 1, 400: 1 });
  expect((await client.get('/v1/passkeys')).body).toHaveLength(1);
});

test('a login unlinked while the last passkey is removed: one credential remains', async () => {
  const { client } = await newPlayer(service);
  const passkey = await givePasskey(client);
  const [login] = (await client.get('/v1/identity/credentials')).body;
  const removal = await client.post(`/v1/passkeys/${passkey.id}/revocation`);
  const path = `/v1/identity/credentials/${login.id}`;
  const confirmed = { 'pid-assertion': await signStepUp(client, passkey, { method: 'DELETE', path }) };
  const answers = await Promise.all([
    client.delete(`/v1/passkeys/${passkey.id}`, { assertion: passkey.assert(removal.body) }),
    client.delete(path, undefined, confirmed),
  ]);
  expect(statuses(answers)).toEqual({ 200: 1, 400: 1 });
  expect((await client.get('/v1/identity/credentials')).body).toHaveLength(1);
});
