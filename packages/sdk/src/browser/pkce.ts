/** Proof key for code exchange (RFC 7636). The verifier goes only to your server; the challenge goes to PID with the request. */
export interface Pkce {
  readonly codeVerifier: string;
  readonly codeChallenge: string;
}

let prepared: Pkce | null = null;

export function randomText(byteLength = 32): string {
  return base64url(crypto.getRandomValues(new Uint8Array(byteLength)));
}

export async function makePkce(): Promise<Pkce> {
  const codeVerifier = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  return { codeVerifier, codeChallenge: base64url(new Uint8Array(digest)) };
}

/** Creates a pair in advance, because hashing is asynchronous and a popup must open synchronously in the click handler. */
export function preparePkce(): void {
  if (!globalThis.crypto?.subtle) return;
  void keepPair();
}

async function keepPair(): Promise<void> {
  prepared = await makePkce();
}

/** Returns the prepared pair, each only once; null if none is ready. */
export function takePkce(): Pkce | null {
  const pair = prepared;
  prepared = null;
  preparePkce();
  return pair;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
