export type { EmbeddedChain } from './embedded-chain.ts';
export { embeddedFaucet, openEmbeddedChain, type EmbeddedChainAccess } from './open-embedded-chain.ts';
export { localClient } from './local-client.ts';
export { embeddedTransport, rpcOf } from './rpc-transport.ts';
