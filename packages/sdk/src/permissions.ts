/**
 * Session keys for EVM accounts, in the browser. Create a P-256 key, request a permission from the player on PID's page, and sign
 * calls with the key. The key can do only what the player has approved.
 */
import { toLowS } from '@pid/protocol';
import { callDigest, hexOf, toEvmAddress } from '@pid/protocol/evm';
import { findLogin, rememberLogin, takeLogin } from './browser/login-memory.ts';
import { keyStore } from './key-store.ts';
import { PidError } from './pid-error.ts';
import { decisionTtlMillis as ttlMillis, type Answer } from './popup/answer.ts';
import { handOver } from './popup/hand-over.ts';
import { openWindow } from './popup/open-window.ts';

/** 0x followed by hexadecimal digits. */
export type Hex = `0x${string}`;

/** A session key. Scripts can sign with the private key but cannot read it. */
export interface SessionKey {
  /** Uncompressed public key, 0x04 ‖ x ‖ y: `publicKey` of a permission. */
  readonly publicKey: Hex;
  readonly privateKey: CryptoKey;
}

/** The permission that an app requests: the fields of `POST /v1/permissions`. */
export interface PermissionTerms {
  /** EIP-155 number of the EVM chain. */
  readonly chainId: number;
  /** Address of the smart account that the session key acts for. */
  readonly account: string;
  /** Address of the PermissionVerifier contract on that chain. */
  readonly verifier: string;
  /** `publicKey` of the session key. */
  readonly publicKey: Hex;
  /** Contract functions that the key can call. */
  readonly calls: readonly { readonly to: string; readonly selector: Hex }[];
  /** Spending limits in base units. A coin or token without a limit cannot be spent. */
  readonly spend: readonly {
    readonly token: string;
    readonly limit: string;
    readonly period: 'hour' | 'day' | 'week' | 'month';
  }[];
  /** Start, Unix timestamp in seconds. Default: the time of the approval. */
  readonly start?: number;
  /** End, Unix timestamp in seconds, at most 366 days ahead. */
  readonly expiry: number;
  /** 32 random bytes; see `newSalt`. */
  readonly salt: Hex;
}

/** A call to sign with a session key. */
export interface CallToSign {
  readonly chainId: number;
  readonly account: string;
  /** Digest of the permission, from the API. */
  readonly permission: Hex;
  /** Address of the contract. */
  readonly to: string;
  /** Amount of the chain's coin in base units (wei). */
  readonly value: bigint;
  readonly data: Hex;
  /** Each nonce is valid for one call; see `newNonce`. */
  readonly nonce: bigint;
  /** Time after which the call is invalid, Unix timestamp in seconds. */
  readonly deadline: number;
}

/** A call and its signature. */
export interface SignedCall {
  readonly call: {
    readonly to: Hex;
    readonly value: bigint;
    readonly data: Hex;
    readonly nonce: bigint;
    readonly deadline: number;
  };
  readonly digest: Hex;
  /** r ‖ s with a low s: `signature` of a permission check in the API. */
  readonly signature: Hex;
  /** The two halves of `signature`, as the contract requires them. */
  readonly r: Hex;
  readonly s: Hex;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Creates a P-256 key. Its private key is not extractable. */
export async function createSessionKey(): Promise<SessionKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign']);
  return { publicKey: hexOf(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))), privateKey };
}

/** Returns 32 random bytes. Every permission needs a different salt, because its digest can be used only once. */
export function newSalt(): Hex {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns a random 256-bit nonce, which is unique for all practical purposes. */
export function newNonce(): bigint {
  return BigInt(hexOf(crypto.getRandomValues(new Uint8Array(32))));
}

/**
 * Signs a call as the contract's EIP-712 type `Call`. WebCrypto hashes the digest with SHA-256 before it signs, and so does the
 * contract.
 */
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
 * Returns the address of the page where the player allows or denies a permission. The page returns to `redirectUri` with
 * `permission_id` and `state`, or with `error=access_denied`. Anyone can open your `redirectUri` with invented values: read the
 * permission from the API with your machine token before you rely on it.
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

/** Options of `requestPermission`. */
export interface RequestPermissionOptions {
  /** Public `client_id` of your app. */
  readonly clientId: string;
  /** Base URL of PID, for example https://pid.example. */
  readonly baseUrl: string;
  /** URL of your page that calls `resumePermission`, on a listed origin of your app or on loopback. Default: the current page. */
  readonly redirectUri?: string;
  readonly terms: PermissionTerms;
  /** Aborts the request and closes the window. */
  readonly signal?: AbortSignal;
}

/** Only a hint: your server reads the permission with its machine token before it relies on it. */
export interface PermissionResult {
  readonly permissionId: string;
}

/**
 * Opens PID's page, where the player allows or denies the permission with a passkey, and resolves with its id. Call it in the click
 * handler, before any `await`, because browsers allow popups only there: create the key and the salt before. If no window can open, the
 * current page goes to PID and returns (see `resumePermission`). Rejects with `access_denied` if the player denies.
 */
export async function requestPermission(options: RequestPermissionOptions): Promise<PermissionResult> {
  const { clientId, baseUrl, terms, signal } = options;
  const state = crypto.randomUUID();
  const redirectUri = new URL(options.redirectUri ?? location.pathname, location.href).href;
  const addressFor = (responseMode: 'web_message' | 'query'): string =>
    grantPageUrl(baseUrl, { clientId, redirectUri, state, responseMode, terms });
  // PID's page then says when it leaves for a page that may be isolated.
  const popup = openWindow('pid-grant', `${addressFor('web_message')}&tell_opener=1`);
  remember(state, popup ? 'popup' : 'redirect');
  if (!popup) {
    location.assign(addressFor('query'));
    return new Promise(() => {});
  }
  const { origin } = new URL(baseUrl);
  const answer = await popup.answer({ type: 'pid:grant', state }, origin, { signal, ttlMillis });
  // Without an answer, the request is kept until it expires, so that its window never becomes a second copy of the game.
  takeLogin(state);
  return permissionOf(answer);
}

function remember(state: string, mode: 'popup' | 'redirect'): void {
  rememberLogin(state, { mode, clientId: '', codeVerifier: '', returnTo: location.href }, ttlMillis);
}

/**
 * Returns the result of a permission that was requested by redirect, or null if there is none. Call it when the page at `redirectUri`
 * loads, before your game starts. In a window that `requestPermission` opened, it passes the result to the page that called it, closes the
 * window and never resolves.
 */
export async function resumePermission(): Promise<PermissionResult | null> {
  const url = new URL(location.href);
  const fields = Object.fromEntries(url.searchParams);
  const { state } = fields;
  if (state === undefined || !('permission_id' in fields || 'error' in fields)) return null;
  const pending = findLogin(state);
  if (!pending) return null;
  const answer: Answer = { ...fields, type: 'pid:grant', state };
  const continueHere = (): PermissionResult => {
    takeLogin(state);
    for (const name of ['state', 'permission_id', 'error']) url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
    return permissionOf(answer);
  };
  if (pending.mode === 'redirect') return continueHere();
  await handOver(answer, () => {
    // The page loads again, now as if it had been redirected.
    remember(state, 'redirect');
    location.reload();
  });
  // The page of the game must not start in this window.
  return new Promise(() => {});
}

function permissionOf({ permission_id: permissionId, error }: Answer): PermissionResult {
  if (typeof permissionId === 'string') return { permissionId };
  throw error === 'access_denied'
    ? new PidError('access_denied', 'The player denied the permission')
    : new PidError('failed', 'The response of the permission page is invalid');
}

const inStore = keyStore('pid-session-keys', 'keys');

/** Stores a key in this browser's IndexedDB under a name. The private key stays non-extractable. */
export async function saveSessionKey(name: string, key: SessionKey): Promise<void> {
  await inStore('readwrite', (store) => store.put(key, name));
}

/** Returns the key that was stored under a name, or null. */
export async function loadSessionKey(name: string): Promise<SessionKey | null> {
  const found: unknown = await inStore('readonly', (store) => store.get(name));
  return isSessionKey(found) ? found : null;
}

/** Deletes the key that was stored under a name. */
export async function forgetSessionKey(name: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(name));
}

function isSessionKey(value: unknown): value is SessionKey {
  return typeof value === 'object' && value !== null && 'publicKey' in value && 'privateKey' in value;
}

function bytesOf(data: Hex): Uint8Array {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(data))
    throw new RangeError('data must be 0x followed by pairs of hexadecimal digits');
  return Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
