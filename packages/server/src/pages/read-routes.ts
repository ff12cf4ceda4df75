import { readFile } from 'node:fs/promises';
import { buildRequest, type CallName } from '@pid/contract/client';
import type { Language } from '@pid/contract/languages';

/** A read that a page makes first, as listed by the web build. */
interface FirstCall {
  readonly name: CallName;
  readonly input?: Readonly<Record<string, string | number>>;
  readonly fields?: readonly string[];
  readonly params?: readonly string[];
  readonly waitMilliseconds?: number;
  readonly byBrowser?: boolean;
  readonly daysBack?: number;
}

export interface PageRoute {
  readonly pattern: RegExp;
  readonly scripts: Readonly<Record<Language, readonly string[]>>;
  readonly calls: readonly FirstCall[];
}

interface RouteList {
  readonly pages: readonly (Omit<PageRoute, 'pattern'> & { readonly path: string })[];
}

/** Paths and first calls that pages of this service do not have. */
export interface Unserved {
  readonly paths: readonly string[];
  readonly calls: readonly CallName[];
}

/** Reads the pages that the web build lists. Any other path gets the not-found page. */
export async function readRoutes(
  file: string,
  unserved: Unserved,
): Promise<(path: string) => PageRoute | undefined> {
  const { pages } = JSON.parse(await readFile(file, 'utf8')) as RouteList;
  const routes = pages
    .filter(({ path }) => path !== '/404' && !unserved.paths.includes(path))
    .map(({ path, calls, ...page }) => ({
      ...page,
      calls: calls.filter(({ name }) => !unserved.calls.includes(name)),
      pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    }));
  return (path) => routes.find(({ pattern }) => pattern.test(path));
}

const dayMilliseconds = 86_400_000;

/** Returns the paths of the first calls that the document cannot answer, because their cookie has a narrower path. */
export function callsOfBrowser(page: Omit<PageRoute, 'scripts'>, url: URL, now: Date): string[] {
  return page.calls.filter(({ byBrowser }) => byBrowser).map((call) => callPath(page, call, url, now));
}

/** Returns the path of a first call exactly as the page will request it. */
export function callPath(page: Pick<PageRoute, 'pattern'>, call: FirstCall, url: URL, now: Date): string {
  const { name, input, fields = [], params = [], daysBack } = call;
  const day = Math.floor(now.getTime() / dayMilliseconds);
  const from =
    daysBack === undefined ? {} : { from: new Date((day - daysBack) * dayMilliseconds).toISOString() };
  const asked = Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      const values = url.searchParams.getAll(field);
      return values.length === 0 ? [] : [[field, values.join(',')]];
    }),
  );
  const named = page.pattern.exec(url.pathname)?.groups ?? {};
  const parts = Object.fromEntries(params.map((param) => [param, named[param] ?? '']));
  return buildRequest(name, { ...from, ...asked, ...parts, ...input }).path;
}
