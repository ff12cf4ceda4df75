import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { newApp, redeemStandard, standardLogin } from '../../../test/app-helper.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();
const developer = await newPlayer(service);
const app = await newApp(developer.client);
const backend = service.client();
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

const request = (fields: Record<string, string> = {}) => standardLogin(app, fields);
const redeem = (code: string, codeVerifier: string) => redeemStandard(backend, app, code, codeVerifier);

describe('a login that requests a new sign-in', () => {
  const ask = (client: HttpClient, login: Record<string, string>) =>
    client.get(`/v1/auth/authorize?${form(login).toString()}`);
  const allow = (client: HttpClient, login: Record<string, string>) =>
    client.post('/v1/auth/authorize', { ...login, decision: 'allow' });
  const refusal = { statusCode: 403, message: 'Sign in again' };

  test.each([{ prompt: 'login' }, { prompt: 'consent login' }, { max_age: '0' }, { max_age: '60' }])(
    'with %j gets its code only for a sign-in after it was shown, regardless of what the page sends',
    async (wish) => {
      const { client, email } = await newPlayer(service);
      service.clock.advanceSeconds(61);
      const { codeVerifier, login } = request(wish);
      const shown = await ask(client, login);
      expect(shown.body.signInAgain).toBe(true);
      const ticket: string = shown.body.loginTicket;
      expect((await allow(client, login)).body).toEqual(refusal);
      const carried = { ...login, login_ticket: ticket };
      expect((await allow(client, carried)).body).toEqual(refusal);
      service.clock.advanceSeconds(2);
      const signedInAt = service.clock.nowSeconds();
      await signInAs(client, email);
      // A ticket of another login, a forged ticket and a changed ticket have no effect.
      const elsewhere = await ask(client, { ...login, state: 'another' });
      expect(elsewhere.body.loginTicket).toBeDefined();
      service.clock.advanceSeconds(61);
      for (const wrong of [
        elsewhere.body.loginTicket,
        'A'.repeat(54),
        Buffer.from(ticket, 'base64url').fill(0, 0, 8).toString('base64url'),
      ])
        expect((await allow(client, { ...login, login_ticket: wrong })).body).toEqual(refusal);
      expect((await ask(client, carried)).body.signInAgain).toBeUndefined();
      const allowed = await allow(client, carried);
      expect(allowed.status).toBe(200);
      const { id_token: idToken } = (await redeem(allowed.body.pidCode, codeVerifier)).body;
      // `auth_time` is the time of the sign-in, which differs from that of the consent or of the token.
      expect(Math.abs(Number(decodeJwt(idToken)['auth_time']) - signedInAt)).toBeLessThan(30);
      service.clock.advanceSeconds(901);
      await client.post('/v1/auth/refresh');
      expect((await allow(client, carried)).body).toEqual(refusal);
    },
  );

  test('gets no code from a claim long after the sign-in, but the handle is claimed', async () => {
    const { login } = request({ max_age: '60' });
    const client = service.client();
    await signInAs(client, `late_${Date.now()}@example.com`, `/authorize?${form(login).toString()}`);
    service.clock.advanceSeconds(120);
    const claimed = await client.post('/v1/auth/claim', { handle: `late_${Date.now()}` });
    expect(claimed.body).toEqual({ ok: true, pid: expect.any(String) });
  });

  test('has the time of the sign-in as auth_time after a claim', async () => {
    const { codeVerifier, login } = request();
    const client = service.client();
    const signedInAt = service.clock.nowSeconds();
    await signInAs(client, `slow_${Date.now()}@example.com`, `/authorize?${form(login).toString()}`);
    service.clock.advanceSeconds(300);
    const claimed = await client.post('/v1/auth/claim', { handle: `slow_${Date.now()}` });
    const { id_token: idToken } = (await redeem(claimed.body.pidCode, codeVerifier)).body;
    expect(Number(decodeJwt(idToken)['auth_time']) - signedInAt).toBeLessThan(200);
  });
});

test.each([
  { response_type: 'token' },
  { response_mode: 'fragment' },
  { request: 'x' },
  { request_uri: 'https://game.example/r' },
  { code_challenge_method: 'plain' },
  { prompt: 'none login' },
  { prompt: 'none' },
])('a request with the error or silent prompt %j gets no code, by consent or by claim', async (broken) => {
  const { client } = await newPlayer(service);
  const { login } = request(broken);
  const answer = await client.post('/v1/auth/authorize', { ...login, decision: 'allow' });
  expect(answer.body.pidCode).toBeUndefined();
  expect(answer.body.redirectTo).toMatch(/[?&]error=(?!access_denied)/);
  const newcomer = service.client();
  const name = `odd_${Date.now()}`;
  await signInAs(newcomer, `${name}@example.com`, `/authorize?${form(login).toString()}`);
  expect((await newcomer.post('/v1/auth/claim', { handle: name })).body).toEqual({
    ok: true,
    pid: `${name}@pid`,
  });
});
