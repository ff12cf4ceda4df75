export { operationsRoutes, type ReadinessProbe } from './operations.routes.ts';
