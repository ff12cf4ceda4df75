import type { Answer, HttpClient } from './http-client.ts';
import type { TestService } from './test-service.ts';

/** Signs in at the development provider as a person would: the form, the button, the way back. */
export async function signInAs(client: HttpClient, email: string, returnTo = '/home'): Promise<Answer> {
  const form = await client.browse(`/v1/auth/signin/dev?returnTo=${encodeURIComponent(returnTo)}`);
  const submitted = await client.post(form.url, new URLSearchParams({ email }), { accept: 'text/html' });
  return client.browse(new URL(submitted.headers.get('location')!, submitted.url).href);
}

let counter = 0;

/** A fresh player with an identity, signed in. */
export async function newPlayer(
  service: TestService,
  handle = `player_${Date.now().toString(36)}${(counter += 1)}`,
): Promise<{ client: HttpClient; pid: string; handle: string; email: string }> {
  const client = service.client();
  const email = `${handle}@example.com`;
  const arrived = await signInAs(client, email);
  // An administrator was there before the service.
  if (new URL(arrived.url).pathname !== '/claim') return { client, pid: `${handle}@pid`, handle, email };
  await client.call('claimHandle', { handle });
  return { client, pid: `${handle}@pid`, handle, email };
}
