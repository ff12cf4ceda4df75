import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase64Url } from '../platform/base64url.ts';
import { sha256 } from '../platform/hash.ts';

/**
 * A refresh token is session id (16 bytes) ‖ secret (32) ‖ tag (16). The tag proves that PID issued the
 * token. A forged token can thus be distinguished from a stolen old one without storing the hash of every
 * token.
 */
export interface RefreshToken {
  readonly sessionId: string;
  readonly secret: Buffer;
  readonly hash: Buffer;
}

export function refreshToken(sessionId: string, secret: Buffer): RefreshToken {
  return { sessionId, secret, hash: sha256(secret) };
}

export function formatRefreshToken(key: Buffer, token: RefreshToken): string {
  return Buffer.concat([
    uuidBytes(token.sessionId),
    token.secret,
    tagOf(key, token.sessionId, token.secret),
  ]).toString('base64url');
}

export function parseRefreshToken(key: Buffer, text: string): RefreshToken | null {
  const bytes = decodeBase64Url(text);
  if (bytes?.length !== 64) return null;
  const sessionId = uuidText(bytes.subarray(0, 16));
  const secret = bytes.subarray(16, 48);
  if (!timingSafeEqual(bytes.subarray(48), tagOf(key, sessionId, secret))) return null;
  return refreshToken(sessionId, secret);
}

/** Returns the only successor of a token. Every refresh with the same token gets this successor. */
export function successorOf(key: Buffer, token: RefreshToken): RefreshToken {
  return refreshToken(
    token.sessionId,
    createHmac('sha256', key).update('successor').update(token.secret).digest(),
  );
}

function tagOf(key: Buffer, sessionId: string, secret: Buffer): Buffer {
  return createHmac('sha256', key).update('tag').update(sessionId).update(secret).digest().subarray(0, 16);
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidText(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
