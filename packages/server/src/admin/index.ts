export { markVerified } from './mark-verified.ts';
export { adminRoutes } from './admin.routes.ts';
