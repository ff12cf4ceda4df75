import { tabStorage } from '../platform/storage.ts';

/**
 * The window that opened this one and asked to be informed (`tell_opener=1`). Other openers get no such messages: they may take the first
 * message of our origin for the result.
 */
interface OpenerLink {
  /** The only origin that may read the messages. It comes from the server, never from the address. */
  readonly origin: string;
  readonly state: string;
}

const STORAGE_KEY = 'pid:opener';

export function isInformed(query: URLSearchParams): boolean {
  return query.get('tell_opener') === '1' && query.has('state');
}

/** For the pages that a game opens. The link is kept for the pages that follow in this tab, such as the sign-in. */
export function greetOpener(query: URLSearchParams, origin: string | null): void {
  if (origin === null || !isInformed(query)) {
    tabStorage.remove(STORAGE_KEY);
    return;
  }
  tabStorage.set(STORAGE_KEY, JSON.stringify({ origin, state: query.get('state') }));
  informOpener('here');
}

/**
 * `here`: a page of PID is shown, so a window that is closed from now on was closed by the player. `away`: this window leaves for a page that
 * may be isolated from the opener, which then cannot see whether the window is open.
 */
export function informOpener(place: 'here' | 'away', { opener }: Pick<Window, 'opener'> = window): void {
  const link = readLink();
  if (link && opener && !opener.closed)
    opener.postMessage({ type: `pid:${place}`, state: link.state }, link.origin);
}

function readLink(): OpenerLink | null {
  // Only `greetOpener` writes this key.
  return JSON.parse(tabStorage.get(STORAGE_KEY) ?? 'null') as OpenerLink | null;
}
