import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { confirmationOptions, type StepUpDeps } from './open-step-up.ts';

/** `routes` are all that there are: the operations that declare step-up are found among them. */
export function stepUpRoutes(deps: StepUpDeps, routes: readonly Route[]): Route[] {
  const confirmed = new Map(
    routes.filter(({ stepUp }) => stepUp).map((operation) => [operation.operationId, operation]),
  );
  return [
    route(operations.stepUpOptions, ({ caller, body }) => confirmationOptions(deps, confirmed, caller, body)),
  ];
}
