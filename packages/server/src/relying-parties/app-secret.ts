import { sha256 } from '../platform/hash.ts';
import type { Ids } from '../platform/ids.ts';

/** Creates a secret of 256 random bits. Scanners for leaked credentials recognize the prefix. */
export function newSecret(ids: Ids): { secret: string; hash: Buffer } {
  const secret = `pid_secret_${ids.token(32)}`;
  return { secret, hash: sha256(secret) };
}

/** Ids of any other form are not looked up. PostgreSQL rejects some of them, for example an id with a NUL. */
export const clientIdForm = /^app_[0-9a-f]{24}$/;

export function isClientId(text: string): boolean {
  return clientIdForm.test(text);
}

export function newClientId(ids: Ids): string {
  return `app_${ids.bytes(12).toString('hex')}`;
}
