export { chainPace, type ChainPace } from './chain-pace.ts';
export {
  createChainClient,
  type ChainClient,
  type OnChainAccount,
  type TransactionStatus,
} from './chain-client.ts';
export {
  ChainUnavailableError,
  GenesisMismatchError,
  failoverTransport,
  type FailoverOptions,
  type RpcEndpoint,
} from './failover-transport.ts';
export { httpEndpoints } from './http-endpoints.ts';
