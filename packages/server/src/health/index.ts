export { healthRoutes } from './health.routes.ts';
export { healthSettings } from './settings.ts';
