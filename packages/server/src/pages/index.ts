export { openExitPages, type ExitPages } from './exit-pages.ts';
export { servePages } from './serve-pages.ts';
