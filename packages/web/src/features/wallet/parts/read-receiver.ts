/** The receiver of a withdrawal: a wallet by its address, or a player, whose wallet follows from the name. */
export type Receiver =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'player'; readonly pid: string };

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/u;
const HANDLE = /^@?([a-z0-9_]{3,20})(?:@pid)?$/iu;

/**
 * Reads typed, pasted or scanned input: an address, `budi@pid` or `@budi`, or the address of a player's page.
 * `payment-request.ts` reads `solana:` codes. No name is as long as an address.
 */
export function readReceiver(text: string, origin: string): Receiver | null {
  const trimmed = text.trim();
  if (ADDRESS.test(trimmed)) return { kind: 'address', address: trimmed };
  const handle = HANDLE.exec(ownPage(trimmed, origin) ?? trimmed)?.[1];
  return handle === undefined ? null : { kind: 'player', pid: `${handle.toLowerCase()}@pid` };
}

/**
 * Returns the name in the address of a player's page or of a send to the player, if the address is on this
 * service.
 */
function ownPage(text: string, origin: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.origin !== origin) return null;
  return (
    /^\/p\/([a-z0-9_]+)$/u.exec(url.pathname)?.[1] ??
    (url.pathname === '/send' ? url.searchParams.get('to') : null)
  );
}
