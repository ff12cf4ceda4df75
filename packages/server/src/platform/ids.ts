import { randomBytes, randomUUID } from 'node:crypto';

/** The only source of randomness and identifiers. */
export interface Ids {
  uuid(): string;
  /**
   * Unguessable like a UUID, but cheaper: one piece of text instead of twenty that are joined. Every response
   * has one.
   */
  requestId(): string;
  /** An unguessable URL-safe string of `byteLength` random bytes. */
  token(byteLength?: number): string;
  bytes(byteLength: number): Buffer;
}

const requestIdBytes = 16;
let supply = Buffer.alloc(0);
let taken = 0;

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  requestId() {
    if (taken === supply.length) {
      supply = randomBytes(256 * requestIdBytes);
      taken = 0;
    }
    taken += requestIdBytes;
    return supply.toString('hex', taken - requestIdBytes, taken);
  },
  token: (byteLength = 32) => randomBytes(byteLength).toString('base64url'),
  bytes: (byteLength) => randomBytes(byteLength),
};
