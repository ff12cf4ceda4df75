export { healthRoutes } from './health.routes.ts';
export { healthSettings } from './settings.ts';
export { coreProbes, type ReadinessProbe } from './probes.ts';
