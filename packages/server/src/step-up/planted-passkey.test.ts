import { expect, test } from 'vitest';
import type { Answer } from '../../test/http-client.ts';
import {
  giveFurtherPasskey,
  givePasskey,
  registerSoftPasskey,
  signInWithSoftPasskey,
} from '../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();

/**
 * An identity without a passkey, and a thief with its two-hour-old session who has registered the first
 * passkey.
 */
async function robbed() {
  const player = await newPlayer(service);
  service.clock.advanceSeconds(7200);
  await player.client.post('/v1/auth/refresh');
  const thief = service.client();
  thief.setCookie('pid_access', player.client.cookie('pid_access')!);
  thief.setCookie('pid_refresh', player.client.cookie('pid_refresh')!, '/v1/auth');
  return { ...player, thief, planted: await givePasskey(thief) };
}

const need = (answer: Answer) => answer.headers.get('pid-error');
const recent = 'step_up_required; need=recent';
const tooNew = /^passkey_too_new; from=\d+$/;

test('neither the stolen session nor a sign-in with the planted passkey can take over the identity', async () => {
  const { thief, planted } = await robbed();
  const { client: signedIn } = await signInWithSoftPasskey(service, planted);
  for (const client of [thief, signedIn]) {
    const [login] = (await client.get('/v1/identity/credentials')).body;
    expect(need(await client.delete(`/v1/identity/credentials/${login.id}`))).toBe(recent);
    expect(need(await client.delete('/v1/auth/sessions'))).toBe(recent);
    expect(need(await client.post('/v1/credentials/link/dev'))).toBe(recent);
    expect(need(await client.delete('/v1/identity/me'))).toBe(recent);
    expect((await client.post('/v1/identity/me/deletion')).body.message).toContain(
      'The identity has no passkey that counts',
    );
    expect(need(await client.delete(`/v1/passkeys/${planted.id}`, {}))).toBe(recent);
    const options = await client.post(`/v1/passkeys/${planted.id}/revocation`);
    expect(need(options)).toBe(recent);
    const { items } = (await client.get('/v1/auth/sessions')).body;
    const other = items.find((session: { current: boolean }) => !session.current);
    expect(need(await client.delete(`/v1/auth/sessions/${other.id}`))).toBe(recent);
  }
});

async function countsIn(passkeyId: string, days: number): Promise<void> {
  const at = new Date(service.clock.nowMillis() + days * 86_400_000);
  await service.db.query('update passkeys set counts_from = $2 where id = $1', [passkeyId, at]);
}

test('the planted passkey cannot delete or approve anything, even with valid signatures', async () => {
  const { thief, planted, handle } = await robbed();
  // Lets the passkey count for a moment, so that challenges exist that it can sign.
  await countsIn(planted.id, -1);
  const deletion = await thief.post('/v1/identity/me/deletion');
  const { answer } = await registerSoftPasskey(thief);
  const approval = `/v1/credential-approvals/${answer.body.approvalId}`;
  const options = await thief.post(`${approval}/options`);
  await countsIn(planted.id, 3);
  const assertion = planted.assert(deletion.body);
  expect(need(await thief.delete('/v1/identity/me', { assertion }))).toMatch(tooNew);
  const approve = { assertion: planted.assert(options.body) };
  expect(need(await thief.post(`${approval}/approve`, approve))).toMatch(tooNew);
  expect(need(await thief.post(`${approval}/options`))).toMatch(tooNew);
  const { rows } = await service.db.query('select status from identities where handle = $1', [handle]);
  expect(rows).toEqual([{ status: 'active' }]);
});

test('the owner signs in at the provider, removes it, and registers a passkey that counts immediately', async () => {
  const { email, planted } = await robbed();
  const owner = service.client();
  await signInAs(owner, email);
  const { client: elsewhere } = await signInWithSoftPasskey(service, planted);
  expect((await owner.delete(`/v1/passkeys/${planted.id}`, {})).body).toEqual({ ok: true });
  expect((await elsewhere.get('/v1/identity/me')).status).toBe(401);
  expect((await signInWithSoftPasskey(service, planted)).answer.status).toBe(400);
  const own = await givePasskey(owner);
  const [listed] = (await owner.get('/v1/passkeys')).body;
  expect(listed).toMatchObject({ id: own.id, countsFrom: listed.createdAt });
});

test('the refusal of a passkey that is too new says when it counts and how to continue', async () => {
  const player = await newPlayer(service);
  service.clock.advanceSeconds(700);
  const passkey = await givePasskey(player.client);
  const approvalWith = async (client: typeof player.client) => {
    const { answer } = await registerSoftPasskey(client);
    return client.post(`/v1/credential-approvals/${answer.body.approvalId}/options`);
  };
  const refused = await approvalWith(player.client);
  expect(refused.body).toEqual({
    statusCode: 400,
    message: expect.stringMatching(
      /before 20.*Z\. To continue now, sign in with a provider, remove the passkey and register a new one within ten minutes$/,
    ),
  });
  const from = Number(/from=(\d+)/.exec(need(refused)!)![1]);
  // The time of registration has milliseconds; the header has whole seconds.
  expect(from - service.clock.nowSeconds() - 72 * 3600).toBeOneOf([0, 1]);
  const owner = service.client();
  await signInAs(owner, player.email);
  expect((await owner.delete(`/v1/passkeys/${passkey.id}`, {})).status).toBe(200);
  await givePasskey(owner);
  expect((await approvalWith(owner)).status).toBe(200);
});

test('an approval without a passkey to sign it requires a new sign-in, which registers without approval', async () => {
  const { client, email } = await newPlayer(service);
  const own = await givePasskey(client);
  const { answer } = await registerSoftPasskey(client);
  await service.db.query(`update passkeys set status = 'revoked', revoked_at = now() where id = $1`, [
    own.id,
  ]);
  const options = await client.post(`/v1/credential-approvals/${answer.body.approvalId}/options`);
  expect([options.status, need(options)]).toEqual([403, 'sign_in_again']);
  await signInAs(client, email);
  expect((await givePasskey(client)).id).toBeTruthy();
});

test('with a passkey that counts, an old session cannot remove a passkey without its signature', async () => {
  const { client } = await newPlayer(service);
  const own = await givePasskey(client);
  service.clock.advanceSeconds(7200);
  await client.post('/v1/auth/refresh');
  expect(need(await client.delete(`/v1/passkeys/${own.id}`, {}))).toBe('step_up_required; need=assertion');
});

test('a passkey that does not count yet confirms nothing, even if another one counts', async () => {
  const { client } = await newPlayer(service);
  const own = await givePasskey(client);
  const planted = await giveFurtherPasskey(client, own);
  await countsIn(planted.id, 3);
  service.clock.advanceSeconds(7200);
  await client.post('/v1/auth/refresh');
  const endOthers = { method: 'DELETE', path: '/v1/auth/sessions' };
  expect(need(await withStepUp(client, planted, endOthers))).toBe('step_up_required; need=assertion');
  expect((await withStepUp(client, own, endOthers)).status).toBe(200);
});
