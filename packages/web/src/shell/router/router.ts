import type { Language } from '@pid/contract/languages';
import { signal, watchSignals } from '../../kit/platform/signal.ts';
import { locale } from '../../kit/i18n/locale.ts';
import type { LoadedPage, PageDefinition } from './define-page.tsx';
import type { Visit } from '../../kit/navigation/page-props.ts';
import { matchPath } from '../../kit/navigation/match-path.ts';
import { connectNavigation, navigate } from '../../kit/navigation/navigate.ts';
import type { Destination } from '../../kit/navigation/navigate.ts';
import { informOpener } from '../../kit/app-request/opener-link.ts';
import { isServed } from '../../kit/navigation/has-chain.ts';
import { PAGE_NAMES, PAGE_PATHS, PLAYER_PATHS } from '../../kit/navigation/page-paths.ts';
import type { PageName } from '../../kit/navigation/page-paths.ts';
import { FIRST_PAGES } from './first-pages.ts';

export interface Shown {
  readonly name: PageName;
  readonly definition: PageDefinition;
  readonly page: LoadedPage;
  readonly visit: Visit;
}

export const shown = signal<Shown | null>(null);
export const loadingPage = signal(false);
export const loadFailure = signal<unknown>(null);

let latestVisit = 0;

function findPage(path: string): { name: PageName; params: Visit['params'] } | null {
  for (const name of PAGE_NAMES) {
    const params = matchPath(PAGE_PATHS[name], path);
    if (params && isServed(name)) return { name, params };
  }
  return null;
}

const isIn = <List extends object>(list: List, name: PageName): name is PageName & keyof List =>
  Object.hasOwn(list, name);

async function definitionOf(name: PageName): Promise<PageDefinition> {
  if (isIn(FIRST_PAGES, name)) return FIRST_PAGES[name];
  if (isIn(PLAYER_PATHS, name)) return (await import('./player-pages.ts')).PLAYER_PAGES[name];
  return (await import('./pages.ts')).PAGES[name];
}

async function show(url: URL, language: Language): Promise<void> {
  const visitNumber = ++latestVisit;
  const found = findPage(url.pathname) ?? { name: 'notFound' as const, params: {} };
  loadingPage.value = true;
  try {
    const definition = await definitionOf(found.name);
    const page = await definition.load(language);
    if (visitNumber !== latestVisit) return;
    loadFailure.value = null;
    document.title = `${page.title} · PID`;
    shown.value = {
      name: found.name,
      definition,
      page,
      visit: { path: url.pathname, params: found.params, query: url.searchParams },
    };
  } catch (error) {
    if (visitNumber === latestVisit) loadFailure.value = error;
  } finally {
    if (visitNumber === latestVisit) loadingPage.value = false;
  }
}

/** A new page starts at its heading, visually and for screen readers. */
function moveToTop(): void {
  window.scrollTo(0, 0);
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }));
}

/**
 * The login pages are served without COOP, because they post to the window that opened them. Leaving them for
 * another page while there is an opener needs a full page load: its COOP removes the opener's access.
 */
async function leavesOpener(next: PageName): Promise<boolean> {
  return window.opener !== null && (await definitionOf(next)).layout !== 'flow';
}

async function goTo({ url, replace, keepFocus }: Destination): Promise<void> {
  const found = url.origin === location.origin ? findPage(url.pathname) : null;
  if (!found || (await leavesOpener(found.name))) {
    informOpener('away');
    if (replace) location.replace(url);
    else location.assign(url);
    return;
  }
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  await show(url, locale.value);
  if (!keepFocus) moveToTop();
}

/** Returns the address of a link that was clicked and opens in this window. */
function clickedLink(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const anchor = event.target instanceof Element ? event.target.closest('a') : null;
  if (!anchor?.href || anchor.target || anchor.hasAttribute('download')) return null;
  const url = new URL(anchor.href);
  const samePage = url.pathname === location.pathname && url.search === location.search && url.hash !== '';
  return url.origin === location.origin && samePage ? null : url;
}

const isOurPage = (url: URL) => url.origin === location.origin && findPage(url.pathname) !== null;

/** After the sign-in at a provider, a page starts that no game opened. */
const PAGES_ON_THE_WAY: readonly string[] = [PAGE_PATHS.signIn, PAGE_PATHS.claim];

export async function startRouter(): Promise<void> {
  connectNavigation(goTo);
  document.addEventListener('click', (event) => {
    const url = clickedLink(event);
    if (!url) return;
    if (!isOurPage(url)) return informOpener('away');
    event.preventDefault();
    void navigate(url.href);
  });
  if (PAGES_ON_THE_WAY.includes(location.pathname)) informOpener('here');
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) informOpener('here');
  });
  window.addEventListener('popstate', () => void show(new URL(location.href), locale.value));
  await show(new URL(location.href), locale.value);
  let language = locale.value;
  watchSignals(() => {
    if (locale.value === language) return;
    language = locale.value;
    void show(new URL(location.href), language);
  });
}
