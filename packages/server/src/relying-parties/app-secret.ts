import { sha256 } from '../platform/hash.ts';
import type { Ids } from '../platform/ids.ts';

/** A secret of 256 random bits, with a prefix by which scanners of leaked credentials can know it. */
export function newSecret(ids: Ids): { secret: string; hash: Buffer } {
  const secret = `pid_secret_${ids.token(32)}`;
  return { secret, hash: sha256(secret) };
}

/** What no app can have as its id is not looked for: some of it, such as a NUL, the database would not even take. */
export const clientIdForm = /^app_[0-9a-f]{24}$/;

export function isClientId(text: string): boolean {
  return clientIdForm.test(text);
}

export function newClientId(ids: Ids): string {
  return `app_${ids.bytes(12).toString('hex')}`;
}
