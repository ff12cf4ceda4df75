import { request } from 'node:http';
import { expect, test } from 'vitest';
import { createSoftPasskey } from '../../test/soft-passkey.ts';
import { givePasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const related = 'https://masuk.example';
const service = await startTestService({ PID_RELATED_ORIGINS: related });

/** A player whose passkey is used on another origin of the operator. */
async function passkeyOn(origin: string) {
  const player = await newPlayer(service);
  const passkey = await givePasskey(player.client);
  const elsewhere = { origin };
  return { ...player, passkey, elsewhere };
}

/** Returns status and redirect for a request with another host name, as a proxy forwards it. */
function askOn(origin: string, path: string): Promise<[number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    const headers = { host: new URL(origin).host, accept: 'text/html' };
    request(`${service.baseUrl}${path}`, { headers }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers.location]);
    })
      .on('error', reject)
      .end();
  });
}

test('browsers find the list of related origins at the host name of the passkeys', async () => {
  const answer = await service.client().get('/.well-known/webauthn');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.body).toEqual({ origins: [related] });
});

test('a passkey can sign in on a related origin, and on no other', async () => {
  const { passkey, elsewhere, pid } = await passkeyOn(related);
  expect((await signInWithSoftPasskey(service, passkey, elsewhere)).answer.body).toEqual({ ok: true, pid });
  const foreign = await signInWithSoftPasskey(service, passkey, { origin: 'https://masuk.example.evil' });
  expect(foreign.answer.headers.get('pid-error')).toMatch(/^passkey_refused; reason="?another_origin/);
});

test('a passkey can confirm a step-up on a related origin', async () => {
  const { client, passkey, elsewhere } = await passkeyOn(related);
  const options = await client.post('/v1/step-up/options', { operation: 'endOtherSessions' });
  const assertion = Buffer.from(JSON.stringify(passkey.assert(options.body, elsewhere))).toString(
    'base64url',
  );
  const ended = await client.delete('/v1/auth/sessions', undefined, { 'pid-assertion': assertion });
  expect(ended.body).toEqual({ ok: true });
});

test('a related origin cannot register or remove a passkey or delete the identity', async () => {
  const { client, passkey, elsewhere } = await passkeyOn(related);
  const creation = await client.post('/v1/passkeys/options');
  const next = createSoftPasskey({ origin: related });
  const refused = [
    await client.post('/v1/passkeys', { response: next.register(creation.body) }),
    await client.delete(`/v1/passkeys/${passkey.id}`, {
      assertion: passkey.assert((await client.post(`/v1/passkeys/${passkey.id}/revocation`)).body, elsewhere),
    }),
    await client.delete('/v1/identity/me', {
      assertion: passkey.assert((await client.post('/v1/identity/me/deletion')).body, elsewhere),
    }),
  ];
  for (const answer of refused)
    expect(answer.headers.get('pid-error')).toMatch(/^passkey_refused; reason="?another_origin/);
});

test('a page on a related origin keeps its session, and paths bound to the base address redirect there', async () => {
  const { client } = await passkeyOn(related);
  const headers = { origin: related, 'sec-fetch-site': 'same-origin' };
  expect((await client.post('/v1/notices/read', { upTo: 0 }, headers)).status).not.toBe(403);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await client.post('/v1/notices/read', { upTo: 0 }, foreign)).body.message).toBe(
    'Cross-origin request refused',
  );
  for (const path of ['/wallet?do=rotate', '/security', '/exit', '/v1/auth/signin/dev?returnTo=%2Fhome']) {
    expect(await askOn(related, path)).toEqual([302, `${service.baseUrl}${path}`]);
  }
  expect(await askOn(related, '/signin')).toEqual([200, undefined]);
  expect(await askOn(service.baseUrl, '/security')).toEqual([200, undefined]);
});
