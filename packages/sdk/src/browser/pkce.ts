/** RFC 7636: a secret that never leaves this browser but to your server, and its hash, which goes along with the request. */
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

/** Hashing is asynchronous in browsers, and a popup must open in the very turn of the click: so a pair is made beforehand. */
export function preparePkce(): void {
  if (!globalThis.crypto?.subtle) return;
  void keepPair();
}

async function keepPair(): Promise<void> {
  prepared = await makePkce();
}

/** The pair that lies ready, each only once; null when none does yet. */
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
