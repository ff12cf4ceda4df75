export { findApps } from './search-apps.ts';
export { checkAdministrators } from './check-administrators.ts';
export { markVerified } from './mark-verified.ts';
export { isPauseReason, pauseApp } from './pause-app.ts';
export { adminRoutes } from './admin.routes.ts';
