export { openExitPages } from './exit-pages.ts';
export { pagePolicy, servePages } from './serve-pages.ts';
