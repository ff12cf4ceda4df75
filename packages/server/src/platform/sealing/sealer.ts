import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Ids } from '../ids.ts';

/** The row of a sealed value. The value opens only there: one that was moved to another row is refused. */
interface SealedPlace {
  readonly table: string;
  readonly name: string;
}

interface Sealed {
  /** Version (1 byte), nonce (12), tag (16), ciphertext. */
  readonly bytes: Buffer;
  /** The master key that sealed it. Null in rows from before sealing. */
  readonly masterKey: string | null;
}

/** Encrypts secrets in the database, so that a copy of the database alone does not reveal them. */
export interface Sealer {
  readonly masterKey: string;
  /** The master keys that `open` knows. */
  readonly openKeys: readonly string[];
  seal(place: SealedPlace, secret: Buffer): Sealed & { masterKey: string };
  /**
   * Null when the value is in plaintext, was sealed by another master key or for another row, or was changed.
   */
  open(place: SealedPlace, sealed: Sealed): Buffer | null;
}

export const masterKeyBytes = 32;
const cipher = 'aes-256-gcm';
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** `previous` only opens secrets, until `pid keys reseal` has run. */
export function createSealer(
  ids: Pick<Ids, 'bytes'>,
  keys: { current: Buffer; previous: Buffer | null },
): Sealer {
  const masterKey = masterKeyId(keys.current);
  const byId = new Map([[masterKey, keys.current]]);
  if (keys.previous) byId.set(masterKeyId(keys.previous), keys.previous);
  return {
    masterKey,
    openKeys: [...byId.keys()],
    seal(place, secret) {
      const nonce = ids.bytes(nonceBytes);
      const sealing = createCipheriv(cipher, keys.current, nonce).setAAD(associatedData(place, masterKey));
      const ciphertext = Buffer.concat([sealing.update(secret), sealing.final()]);
      return {
        bytes: Buffer.concat([Buffer.of(version), nonce, sealing.getAuthTag(), ciphertext]),
        masterKey,
      };
    },
    open(place, { bytes, masterKey: id }) {
      const key = id === null ? undefined : byId.get(id);
      if (!key || id === null || bytes[0] !== version || bytes.length < 1 + nonceBytes + tagBytes)
        return null;
      const tagEnd = 1 + nonceBytes + tagBytes;
      const opening = createDecipheriv(cipher, key, bytes.subarray(1, 1 + nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(associatedData(place, id))
        .setAuthTag(bytes.subarray(1 + nonceBytes, tagEnd));
      try {
        return Buffer.concat([opening.update(bytes.subarray(tagEnd)), opening.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** An identifier of the key that reveals nothing about it. */
function masterKeyId(key: Buffer): string {
  return createHash('sha256').update('PID:MASTER\0').update(key).digest('hex').slice(0, 16);
}

function associatedData({ table, name }: SealedPlace, masterKey: string): Buffer {
  return Buffer.from(JSON.stringify([table, name, masterKey]));
}
