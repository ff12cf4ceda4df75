import {
  operations,
  refusalsOf,
  standardEndpoints,
  type Operation,
  type StandardEndpoint,
} from '@pid/contract';

const declared = Object.values<Operation>(operations)
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // A fixed path comes before one with parameters, as in the router.
  .toSorted((left, right) => left.operation.path.split('{').length - right.operation.path.split('{').length);

/**
 * Throws if the contract does not declare this error code for the operation at this address. `not_found` and
 * `method_not_allowed` say that there is no operation, for example because a parameter is too long.
 */
export function assertDeclared(method: string, path: string, code: string): void {
  if (code === 'not_found' || code === 'method_not_allowed') return;
  const found = declared.find(
    ({ operation, pattern }) => operation.method === method && pattern.test(path),
  )?.operation;
  if (found && !refusalsOf(found).some((known) => known === code))
    throw new Error(`the contract does not declare ${code} for ${found.operationId}`);
}

/** Throws if the contract does not declare this status code and OAuth error for the standard endpoint at this address. */
export function assertStandard(
  method: string,
  path: string,
  status: number,
  error: string | undefined,
): void {
  const found = Object.values<StandardEndpoint>(standardEndpoints).find(
    (endpoint) => endpoint.method === method && endpoint.path === path,
  );
  if (!found || found.isPage || status >= 500) return;
  const isDeclared =
    status < 400
      ? status === (found.status ?? 200)
      : found.refuses[status]?.some((known) => known === error) === true;
  if (!isDeclared)
    throw new Error(`the contract does not declare ${status} ${error ?? ''} for ${found.operationId}`);
}
