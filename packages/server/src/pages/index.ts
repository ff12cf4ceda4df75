export { openExitPages, type ExitPages } from './exit-pages.ts';
export { servePages } from './serve-pages.ts';
export { pagePolicy } from './page-policy.ts';
export { sendHtml, wantsHtml } from './send-html.ts';
export { pagesSettings } from './settings.ts';
