import { errorTable, type ErrorEntry } from '@pid/contract';
import { openApiDocument, type DescribedOperation } from '@pid/contract/openapi';
import type { Route } from '../platform/http/index.ts';

/** The OpenAPI document of what this service has mounted: as the contract declares it, or the route itself where it does not yet. */
export function describeRoutes(routes: readonly Route[], baseUrl: URL): Record<string, unknown> {
  const errors: Record<string, ErrorEntry> = { ...errorTable };
  for (const { code, statusCode, description } of routes.flatMap((route) => route.errors ?? []))
    errors[code] ??= { status: statusCode, meaning: description };
  return openApiDocument(routes.map(operationOf), { origin: baseUrl.origin, errors });
}

function operationOf(route: Route): DescribedOperation {
  if (route.operation) return route.operation;
  const { errors = [], ...declared } = route;
  return {
    ...declared,
    errors: errors.map(({ code }) => code),
  };
}
