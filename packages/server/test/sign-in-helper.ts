import { findIdentityByPid } from '../src/identity/index.ts';
import { sha256 } from '../src/platform/hash.ts';
import { randomIds } from '../src/platform/ids.ts';
import { insertTicket } from '../src/sign-in/sign-in.store.ts';
import { developmentLogin } from './development-login.ts';
import type { Answer, HttpClient } from './http-client.ts';
import type { TestService } from './test-service.ts';

/** Signs in at the development provider as a player does: form, button and redirects. */
export async function signInAs(client: HttpClient, email: string, returnTo = '/home'): Promise<Answer> {
  const form = await client.browse(`/v1/auth/signin/dev?returnTo=${encodeURIComponent(returnTo)}`);
  const submitted = await client.post(form.url, new URLSearchParams({ email }), { accept: 'text/html' });
  return client.browse(new URL(submitted.headers.get('location')!, submitted.url).href);
}

let counter = 0;

/**
 * Creates a signed-in player with an identity. It inserts the claim ticket and sends only the claim, because
 * the form of the development provider takes ten times as long. `signInAs` tests the form.
 * The handle ends with digits only: random letters can contain a word that is refused.
 */
export async function newPlayer(
  service: TestService,
  handle = `player_${Date.now() % 1e8}${(counter += 1)}`,
): Promise<{ client: HttpClient; pid: string; handle: string; email: string }> {
  const client = service.client();
  const pid = `${handle}@pid`;
  const email = `${handle}@example.com`;
  const player = { client, pid, handle, email };
  // Administrators already exist before the service starts.
  if (await findIdentityByPid(service.db, pid)) {
    await signInAs(client, email);
    return player;
  }
  client.setCookie('pid_device', randomIds.token(), '/v1/auth');
  client.setCookie('pid_claim', await insertClaimTicket(service, email), '/v1/auth');
  await client.call('claimHandle', { handle });
  return player;
}

async function insertClaimTicket(
  { db, clock, developmentIssuer }: TestService,
  email: string,
): Promise<string> {
  const ticket = randomIds.token();
  await db.transaction((tx) =>
    insertTicket(tx, {
      hash: sha256(ticket),
      ...developmentLogin(developmentIssuer, email),
      returnTo: '/home',
      expiresAt: new Date(clock.nowMillis() + 900_000),
      authenticatedAt: clock.now(),
    }),
  );
  return ticket;
}
