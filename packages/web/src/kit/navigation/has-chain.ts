import type { PageName } from './page-paths.ts';

/** A service without a chain marks its document and serves no wallet pages. */
export const hasChain = document.documentElement.dataset['chain'] !== 'off';

const CHAIN_PAGES: readonly PageName[] = ['wallet', 'gameSessions', 'gameSession', 'recovery', 'guardians'];

export function isServed(page: PageName): boolean {
  return hasChain || !CHAIN_PAGES.includes(page);
}
