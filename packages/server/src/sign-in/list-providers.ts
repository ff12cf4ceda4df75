import type { StartDeps } from './start-sign-in.ts';

/** Those that the operator has set up, in their order. */
export function listProviders({ providers }: Pick<StartDeps, 'providers'>) {
  return [...providers.values()].map(({ id, name }) => ({ id, name }));
}
