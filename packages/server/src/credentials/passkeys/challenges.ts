import type { Queryable } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/hash.ts';
import type { Needs } from '../../platform/needs.ts';
import { consumeChallenge, insertChallenge } from './challenges.store.ts';
import { refuse } from '../../platform/errors/index.ts';

export const challengeTtlSeconds = 600;
const randomBytes = 32;

/** The only purpose for which a challenge is valid. */
export interface ChallengePurpose {
  readonly action: 'LOGIN' | 'REGISTER' | 'OFFER' | 'APPROVE' | 'REVOKE' | 'DELETE' | 'STEPUP';
  /** The session, or the login cookie, that requested the challenge. */
  readonly boundTo: string;
  /** The bytes that a signature over the challenge confirms, such as the key to approve. */
  readonly subject: Buffer;
}

export interface ChallengeDeps extends Needs<'clock' | 'ids'> {
  readonly db: Queryable;
}

/**
 * Issues a challenge that states its purpose in plain bytes: `PID:<ACTION>\0` ‖ subject ‖ 32 random bytes. It
 * is longer than 32 bytes, whereas the chain and the EVM account accept only a digest of exactly 32 bytes. So
 * no signature made here is valid there, and a client can tell them apart before it asks the player to sign.
 */
export async function issueChallenge(
  deps: ChallengeDeps,
  purpose: ChallengePurpose,
  ttlSeconds = challengeTtlSeconds,
): Promise<Buffer> {
  const challenge = Buffer.concat([preamble(purpose), deps.ids.bytes(randomBytes)]);
  const expiresAt = new Date(deps.clock.nowMillis() + ttlSeconds * 1000);
  await insertChallenge(deps.db, { hash: sha256(challenge), boundTo: sha256(purpose.boundTo), expiresAt });
  return challenge;
}

/**
 * Consumes a presented challenge, even one that was issued for another purpose, which then becomes invalid.
 * Returns whether it was valid for this purpose.
 */
export async function takeChallenge(
  deps: ChallengeDeps,
  purpose: ChallengePurpose,
  presented: Buffer,
): Promise<boolean> {
  const spent = await consumeChallenge(deps.db, {
    hash: sha256(presented),
    boundTo: sha256(purpose.boundTo),
    now: deps.clock.now(),
  });
  return spent && isFor(purpose, presented);
}

/**
 * Consumes a presented challenge, whatever the outcome of the attempt. Refuses one that was not issued for
 * exactly this purpose.
 */
export async function spendChallenge(
  deps: ChallengeDeps,
  purpose: ChallengePurpose,
  presented: Buffer,
): Promise<void> {
  if (!isFor(purpose, presented) || !(await takeChallenge(deps, purpose, presented)))
    throw refuse('challenge_unknown');
}

export function isFor(purpose: ChallengePurpose, presented: Buffer): boolean {
  const start = preamble(purpose);
  return presented.length === start.length + randomBytes && presented.subarray(0, start.length).equals(start);
}

function preamble(purpose: ChallengePurpose): Buffer {
  return Buffer.concat([Buffer.from(`PID:${purpose.action}\0`), purpose.subject]);
}
