export type { CommitmentLags } from './chain-time.ts';
export type { EmbeddedChain } from './embedded-chain.ts';
export {
  embeddedFaucet,
  openEmbeddedChain,
  type EmbeddedChainAccess,
  type EmbeddedChainDeps,
} from './open-embedded-chain.ts';
export { embeddedTransport, rpcOf } from './rpc-transport.ts';
