export { openStepUp } from './open-step-up.ts';
export { stepUpRoutes } from './step-up.routes.ts';
