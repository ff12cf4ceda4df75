export { openExitPages } from './exit-pages.ts';
export { servePages } from './serve-pages.ts';
