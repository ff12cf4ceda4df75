import { expect, test } from 'vitest';
import { newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

test('developers sign in to a sandbox with their PID of another service, as its OpenID provider', async () => {
  const live = await startTestService();
  const { client: operator } = await newPlayer(live);
  const { clientId, clientSecret } = await newApp(operator, { name: 'Sandbox' });
  // As in docs/operations.md.
  const provider = { id: 'pid', name: 'PID', issuer: live.baseUrl, clientId, clientSecret, scope: 'openid' };
  const sandbox = await startTestService({
    PID_MODE: 'sandbox',
    PID_PROVIDERS: JSON.stringify([provider]),
  });
  const { client: developer, pid } = await newPlayer(live);

  async function signIn() {
    const browser = sandbox.client();
    const start = await browser.get('/v1/auth/signin/pid?returnTo=/home');
    const login = new URL(start.headers.get('location')!);
    expect(login.origin + login.pathname).toBe(`${live.baseUrl}/authorize`);
    const asked = Object.fromEntries(login.searchParams);
    expect(asked).toMatchObject({
      client_id: clientId,
      redirect_uri: `${sandbox.baseUrl}/v1/auth/callback/pid`,
      code_challenge_method: 'S256',
    });
    const { redirectTo } = await developer.call('decideLogin', { ...asked, decision: 'allow' } as never);
    const answer = new URL(redirectTo);
    const finished = await browser.get(answer.pathname + answer.search);
    return { browser, leadsTo: finished.headers.get('location') };
  }
  const first = await signIn();
  expect(first.leadsTo).toBe('/claim');
  await first.browser.call('claimHandle', { handle: 'studio_dev' });
  const again = await signIn();
  expect(again.leadsTo).toBe('/home');
  expect((await again.browser.call('getIdentity')).pid).toBe('studio_dev@pid');
  const [login] = await again.browser.call('listCredentials');
  expect(login).toMatchObject({ provider: 'pid' });
  expect(pid).not.toBe('studio_dev@pid');
});
