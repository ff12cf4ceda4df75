import { createHash, randomBytes } from 'node:crypto';
import type { Input } from '@pid/contract';
import type { Answer, HttpClient } from './http-client.ts';

export interface TestApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** Registers an app for the signed-in client. */
export async function newApp(
  client: HttpClient,
  fields: Partial<Input<'registerApp'>> = {},
): Promise<TestApp> {
  const app = await client.call('registerApp', {
    name: 'Star Game',
    origins: ['https://game.example'],
    ...fields,
  });
  return {
    clientId: app.client_id,
    clientSecret: app.client_secret,
    redirectUri: 'https://game.example/signed-in',
  };
}

export function newChallenge(): {
  codeVerifier: string;
  fields: { code_challenge: string; code_challenge_method: 'S256' };
} {
  const codeVerifier = randomBytes(32).toString('base64url');
  return {
    codeVerifier,
    fields: {
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
  };
}

/** Allows the app as the player and returns the code. */
export async function allowApp(
  client: HttpClient,
  app: TestApp,
  fields: Partial<Input<'decideLogin'>> = {},
): Promise<string> {
  const allowed = await client.call('decideLogin', {
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    state: 'a state',
    decision: 'allow',
    ...fields,
  });
  return allowed.pidCode!;
}

export function exchange(
  client: HttpClient,
  app: TestApp,
  code: string,
  proof: Record<string, unknown> = { client_secret: app.clientSecret },
): Promise<Answer> {
  return client.post('/v1/auth/exchange', { client_id: app.clientId, code, ...proof });
}

/** Runs the whole login of a player at an app and returns the bearer. */
export async function bearerFor(client: HttpClient, app: TestApp): Promise<string> {
  const code = await allowApp(client, app);
  const fields = { client_id: app.clientId, client_secret: app.clientSecret, code };
  return (await client.call('exchangeCode', fields)).accessToken;
}

export async function machineTokenOf(client: HttpClient, app: TestApp, scope = 'read'): Promise<string> {
  const token = await client.call('issueMachineToken', {
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    scope,
  });
  return token.access_token;
}

export function bearing(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** Fields of a login by a standard client: with a challenge and the fields of the test. */
export function standardLogin(app: TestApp, fields: Record<string, string> = {}) {
  const { codeVerifier, fields: challenge } = newChallenge();
  const login = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'openid',
    ...challenge,
    ...fields,
  };
  return { codeVerifier, login };
}

/** Redeems a code at the standard token endpoint with only the verifier. */
export function redeemStandard(
  client: HttpClient,
  app: TestApp,
  code: string,
  codeVerifier: string,
): Promise<Answer> {
  return client.post(
    '/oidc/token',
    new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: codeVerifier,
      redirect_uri: app.redirectUri,
      client_id: app.clientId,
    }),
  );
}

/** Returns the data of the consent screen for a login of the app with this address. */
export function askLogin(
  client: HttpClient,
  app: TestApp,
  redirectUri: string,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const query = new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, ...fields });
  return client.get(`/v1/auth/authorize?${query.toString()}`);
}
