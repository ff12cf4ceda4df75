import type { StartDeps } from './start-sign-in.ts';

/** Lists the configured providers in their configured order. */
export function listProviders({ providers }: Pick<StartDeps, 'providers'>) {
  return [...providers.values()].map(({ id, name }) => ({ id, name }));
}
