import { randomBytes, randomUUID } from 'node:crypto';

/** The only source of randomness and identifiers. */
export interface Ids {
  uuid(): string;
  /** An unguessable URL-safe string carrying `byteLength` random bytes. */
  token(byteLength?: number): string;
  bytes(byteLength: number): Buffer;
}

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  token: (byteLength = 32) => randomBytes(byteLength).toString('base64url'),
  bytes: (byteLength) => randomBytes(byteLength),
};
