import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { describeChain, type ChainRoutesDeps } from './describe-chain.ts';

export function chainRoutes(deps: ChainRoutesDeps): Route[] {
  // The faucet exists where money is play money, and nowhere else.
  return [route(operations.getChain, () => describeChain(deps)), ...(deps.chain.development?.routes ?? [])];
}
