import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { stepUpOptions, type StepUpDeps } from './step-up-options.ts';

/** `routes` are all routes of the service. Those that declare step-up can be confirmed. */
export function stepUpRoutes(deps: StepUpDeps, routes: readonly Route[]): Route[] {
  const confirmed = new Map(
    routes.filter(({ stepUp }) => stepUp).map((operation) => [operation.operationId, operation]),
  );
  return [
    route(operations.stepUpOptions, ({ caller, body }) => stepUpOptions(deps, confirmed, caller, body)),
  ];
}
