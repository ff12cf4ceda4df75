/** Whom something from the wallet goes to: a wallet by its address, or a player, whose wallet follows from the name. */
export type Receiver =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'player'; readonly pid: string };

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/u;
const HANDLE = /^@?([a-z0-9_]{3,20})(?:@pid)?$/iu;

/**
 * As it is typed, pasted or scanned: an address, `budi@pid` or `@budi`, the address of a player's page, or what a wallet puts into its
 * code (`solana:<address>?amount=…`, of which only the address is taken: the amount is for the sender to say). No name is as long as an
 * address.
 */
export function readReceiver(text: string, origin: string): Receiver | null {
  const trimmed = text.trim();
  const address = /^(?:solana:)?([^?]*)/iu.exec(trimmed)?.[1] ?? '';
  if (ADDRESS.test(address)) return { kind: 'address', address };
  const handle = HANDLE.exec(ownPage(trimmed, origin) ?? trimmed)?.[1];
  return handle === undefined ? null : { kind: 'player', pid: `${handle.toLowerCase()}@pid` };
}

/** The name in the address of a player's own page, or of a send to them; on this very service. */
function ownPage(text: string, origin: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.origin !== origin) return null;
  return (
    /^\/p\/([a-z0-9_]+)$/u.exec(url.pathname)?.[1] ??
    (url.pathname === '/send' ? url.searchParams.get('to') : null)
  );
}
