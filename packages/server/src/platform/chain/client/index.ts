export {
  createChainClient,
  type Blockhash,
  type ChainClient,
  type OnChainAccount,
  type ReadOptions,
  type SimulationOutcome,
  type TransactionStatus,
} from './chain-client.ts';
export {
  ChainUnavailableError,
  GenesisMismatchError,
  failoverTransport,
  type RpcEndpoint,
} from './failover-transport.ts';
export { httpEndpoints } from './http-endpoints.ts';
