import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { describeChain, type ChainRoutesDeps } from './describe-chain.ts';
import { requestAirdrop } from './request-airdrop.ts';

export function chainRoutes(deps: ChainRoutesDeps): Route[] {
  const { client, testMoney } = deps.chain;
  const described = route(operations.getChain, () => describeChain(deps));
  // The faucet exists where money is play money, and nowhere else.
  return testMoney
    ? [described, route(operations.requestAirdrop, ({ body }) => requestAirdrop(client, testMoney, body))]
    : [described];
}
