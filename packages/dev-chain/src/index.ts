export { embeddedFaucet, openEmbeddedChain, type EmbeddedChainAccess } from './open-embedded-chain.ts';
export { gameAuthority, openAndSetUp, openDevelopmentChain } from './open-development-chain.ts';
export { parseMessage, parseTransaction, type ParsedTransaction } from './parse-transaction.ts';
export { startRpcServer } from './rpc-server.ts';
export { embeddedTransport } from './rpc-transport.ts';
export { mintTestTokens, testTokenAddress, testTokenDecimals } from './test-token.ts';
