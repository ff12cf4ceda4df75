export { clockLimits, measureClock, openClockWatch } from './clock-watch.ts';
export { healthRoutes } from './health.routes.ts';
export { healthSettings } from './settings.ts';
export { coreProbes, type ReadinessProbe } from './probes.ts';
