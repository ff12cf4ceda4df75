/**
 * Scoped session keys for EVM accounts, in the browser: make a P-256 key that never leaves it, ask the user for a permission
 * on the service's page, and sign calls under it. Nothing here can spend: what a key may do is what its owner approved.
 */
import { toLowS } from '@pid/protocol';
import { callDigest, hexOf, toEvmAddress } from '@pid/protocol/evm';
import { keyStore } from './key-store.ts';

/** Hexadecimal digits after 0x. */
export type Hex = `0x${string}`;

/** A session key. The private half cannot be read, not even by the page that made it. */
export interface SessionKey {
  /** 0x04 ‖ x ‖ y, as a permission names it. */
  readonly publicKey: Hex;
  readonly privateKey: CryptoKey;
}

/** What an app asks for: the fields of `POST /v1/permissions`. */
export interface PermissionTerms {
  readonly chainId: number;
  readonly account: string;
  readonly verifier: string;
  readonly publicKey: Hex;
  readonly calls: readonly { readonly to: string; readonly selector: Hex }[];
  readonly spend: readonly {
    readonly token: string;
    readonly limit: string;
    readonly period: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | 'forever';
  }[];
  readonly start?: number;
  readonly expiry: number;
  readonly salt: Hex;
}

export interface CallToSign {
  readonly chainId: number;
  readonly account: string;
  /** Digest of the permission, as the service answers it. */
  readonly permission: Hex;
  readonly to: string;
  readonly value: bigint;
  readonly data: Hex;
  /** Each is good for one call; `newNonce` makes one that nobody used. */
  readonly nonce: bigint;
  /** Unix seconds after which the call is worth nothing. */
  readonly deadline: number;
}

export interface SignedCall {
  readonly call: {
    readonly to: Hex;
    readonly value: bigint;
    readonly data: Hex;
    readonly nonce: bigint;
    readonly deadline: number;
  };
  readonly digest: Hex;
  /** r ‖ s with the low s, as `check` takes it. */
  readonly signature: Hex;
  /** The same in two, as the contract takes it. */
  readonly r: Hex;
  readonly s: Hex;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Makes a key that the browser keeps: it signs, and is never shown. */
export async function createSessionKey(): Promise<SessionKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign']);
  return { publicKey: hexOf(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))), privateKey };
}

/** 32 random bytes: a permission's digest is used once, for ever, so each needs a salt of its own. */
export function newSalt(): Hex {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** A nonce that nobody has used under any permission. */
export function newNonce(): bigint {
  return BigInt(hexOf(crypto.getRandomValues(new Uint8Array(32))));
}

/** Signs one call as the contract's `Call` type. WebCrypto hashes the digest with sha256 before it signs; the contract does too. */
export async function signCall(key: SessionKey, call: CallToSign): Promise<SignedCall> {
  const to = toEvmAddress(call.to);
  const domain = { chainId: call.chainId, account: toEvmAddress(call.account) };
  const { value, data, nonce, deadline } = call;
  const digest = callDigest(domain, {
    permission: call.permission,
    to,
    value,
    data: bytesOf(data),
    nonce,
    deadline,
  });
  const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, digest);
  const signature = toLowS(new Uint8Array(raw));
  return {
    call: { to, value, data, nonce, deadline },
    digest: hexOf(digest),
    signature: hexOf(signature),
    r: hexOf(signature.subarray(0, 32)),
    s: hexOf(signature.subarray(32)),
  };
}

/**
 * The address of the page that asks the user. It comes back to `redirectUri` with `permission_id` and `state`, or with
 * `error=access_denied`. Read the permission with the app's machine token before believing in it.
 */
export function grantPageUrl(
  service: string,
  ask: {
    clientId: string;
    redirectUri: string;
    state?: string;
    responseMode?: 'web_message' | 'query';
    terms: PermissionTerms;
  },
): string {
  const url = new URL('/grant', service);
  url.searchParams.set('client_id', ask.clientId);
  url.searchParams.set('redirect_uri', ask.redirectUri);
  if (ask.state !== undefined) url.searchParams.set('state', ask.state);
  if (ask.responseMode !== undefined) url.searchParams.set('response_mode', ask.responseMode);
  url.searchParams.set('request', JSON.stringify(ask.terms));
  return url.href;
}

const inStore = keyStore('pid-session-keys', 'keys');

/** Keeps a key in this browser under a name; IndexedDB stores it without ever showing the private half. */
export async function saveSessionKey(name: string, key: SessionKey): Promise<void> {
  await inStore('readwrite', (store) => store.put(key, name));
}

export async function loadSessionKey(name: string): Promise<SessionKey | null> {
  const found: unknown = await inStore('readonly', (store) => store.get(name));
  return isSessionKey(found) ? found : null;
}

export async function forgetSessionKey(name: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(name));
}

function isSessionKey(value: unknown): value is SessionKey {
  return typeof value === 'object' && value !== null && 'publicKey' in value && 'privateKey' in value;
}

function bytesOf(data: Hex): Uint8Array {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) throw new RangeError('data must be 0x and pairs of hex digits');
  return Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
