import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { getChain, type ChainRoutesDeps } from './get-chain.ts';

export function chainRoutes(deps: ChainRoutesDeps): Route[] {
  // The faucet exists only on a development chain.
  return [route(operations.getChain, () => getChain(deps)), ...(deps.chain.development?.routes ?? [])];
}
