export { openAccountBook, type AccountBook } from './account-book.ts';
export { noApps, type AppDirectory, type AppTerms } from './app-terms.ts';
export { openPostingLane, type PostingLane } from './posting-lane.ts';
export { sendRoutes } from './sends.routes.ts';
export { statementRoutes } from './statement.routes.ts';
