import type { Tx } from '../platform/db/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Ids } from '../platform/ids.ts';
import { rememberDevice } from './known-devices.store.ts';
import { notifyOwner } from './notify-owner.ts';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

export function isDevice(text: string): boolean {
  return secretPattern.test(text);
}

/**
 * Recognizes a browser by a long-lived secret and notifies the owner when a new one signs in, except for the
 * first one of an identity. A browser without the secret is new every time.
 */
export async function greetDevice(
  deps: { readonly ids: Ids },
  tx: Tx,
  input: {
    identityId: string;
    sessionId: string;
    method: string;
    userAgent: string;
    presented: string | null;
    now: Date;
  },
): Promise<void> {
  const { identityId, sessionId, method, userAgent, now } = input;
  const { presented } = input;
  const secret = presented !== null && isDevice(presented) ? presented : deps.ids.token();
  const { isNew, isFirst } = await rememberDevice(tx, {
    identityId,
    // mutant (notices/notices): `${identityId} ${secret}` => secret
    hash: sha256(`${identityId} ${secret}`),
    now,
  });
  if (isNew && !isFirst)
    await notifyOwner(tx, {
      identityId,
      now,
      type: 'session.new_device',
      data: { sessionId, method, userAgent },
    });
}
