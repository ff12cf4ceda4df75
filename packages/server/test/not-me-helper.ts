import { randomBytes } from 'node:crypto';
import { sha256 } from '../src/platform/hash.ts';
import type { Answer, HttpClient } from './http-client.ts';
import type { TestService } from './test-service.ts';

const weekMillis = 7 * 86_400_000;

/** Uses the "this was not me" link in a mail to this address. */
export async function freeze(
  service: TestService,
  email: string,
  client: HttpClient = service.client(),
): Promise<Answer> {
  const token = randomBytes(32).toString('base64url');
  await service.db.query(
    `insert into not_me_tokens (hash, identity_id, expires_at)
     select $1, identity_id, $3 from provider_logins where email = $2`,
    [sha256(token), email, new Date(service.clock.nowMillis() + weekMillis)],
  );
  return client.post('/v1/notices/not-me', { token });
}
