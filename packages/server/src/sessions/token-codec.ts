import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { decodeBase64Url } from '../platform/base64url.ts';

/** Audiences separate the kinds of tokens, so that none is accepted as another kind. */
export type Audience = 'pid_access' | 'bearer' | 'app';

export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

export interface TokenClaims {
  readonly iss: string;
  readonly aud: Audience;
  /** Identity id; for a machine token, the client id. */
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
  /** Makes every pid_access token unique, even within one second. */
  readonly jti?: string;
  /** Session id of a pid_access token. */
  readonly sid?: string;
  /**
   * `cid` and `gid` are the client and grant of a bearer. `epo` is the identity's epoch in a bearer and the
   * secret's epoch in a machine token.
   */
  readonly cid?: string;
  readonly gid?: string;
  readonly epo?: number;
  readonly scope?: string;
}

export function signingKey(kid: string, secret: Uint8Array): SigningKey {
  return { kid, key: createSecretKey(secret) };
}

/** JWT (RFC 7519), HS256 only. */
export function signToken(key: SigningKey, claims: TokenClaims): string {
  const head = encode({ alg: 'HS256', typ: 'JWT', kid: key.kid });
  const signed = `${head}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', key.key).update(signed).digest('base64url')}`;
}

/**
 * Returns null unless a known key signed the token and every claim is as expected. The key determines the
 * algorithm; the token's header does not.
 */
export function verifyToken(
  token: string,
  expected: { issuer: string; audience: Audience; nowSeconds: number },
  keyById: (kid: string) => SigningKey | undefined,
): TokenClaims | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  const [head, payload, signature] = parts as [string, string, string];
  const header = decode<{ alg?: unknown; kid?: unknown }>(head);
  if (header?.alg !== 'HS256' || typeof header.kid !== 'string') return null;
  const key = keyById(header.kid);
  if (!key) return null;
  const actual = createHmac('sha256', key.key).update(`${head}.${payload}`).digest();
  // Only one spelling is accepted, because verified tokens are cached by their text.
  // mutant (sessions/tokens): decodeBase64Url(signature) => Buffer.from(signature, 'base64url')
  const given = decodeBase64Url(signature);
  if (given?.length !== actual.length || !timingSafeEqual(given, actual)) return null;
  const claims = decode<TokenClaims>(payload);
  if (!claims || claims.iss !== expected.issuer || claims.aud !== expected.audience) return null;
  return typeof claims.sub === 'string' && claims.exp > expected.nowSeconds ? claims : null;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode<T>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(decodeBase64Url(text)?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null ? (value as T) : null;
  } catch {
    return null;
  }
}
