import type { Queryable } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/hash.ts';
import type { Needs } from '../../platform/needs.ts';
import { consumeChallenge, insertChallenge } from './challenges.store.ts';
import { refuse } from '../../platform/errors/index.ts';

export const challengeTtlSeconds = 600;
const randomBytes = 32;

/** What a challenge is good for, and nothing else. */
export interface ChallengePurpose {
  readonly action: 'LOGIN' | 'REGISTER' | 'OFFER' | 'APPROVE' | 'REVOKE' | 'DELETE' | 'STEPUP';
  /** The session, or the login cookie, that asked for it. */
  readonly boundTo: string;
  /** The bytes that a signature over the challenge speaks of, such as the key that is approved. */
  readonly subject: Buffer;
}

export interface ChallengeDeps extends Needs<'clock' | 'ids'> {
  readonly db: Queryable;
}

/**
 * Our own challenges say in plain bytes what they are for: `PID:<ACTION>\0` ‖ subject ‖ 32 random bytes. They are longer than
 * 32 bytes, and what the chain and the EVM account accept is a digest of exactly 32: no signature made here is worth
 * anything there, and a client can tell the kinds apart before it asks anybody to touch a key.
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

/** Spends a presented challenge, also one that was issued for something else: then it is worth nothing any more. */
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

/** Spends a presented challenge, whatever becomes of the attempt. Refuses any that was not issued for just this purpose. */
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
