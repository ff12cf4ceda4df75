export { chainUnavailable, DeploymentError, orChainError, programNotReady } from './chain-errors.ts';
export { chainKeys, KeyError, serviceKeys, type ChainKeys, type ServiceKeys } from './chain-keys.ts';
export { chainRoutes } from './chain.routes.ts';
export { pinGenesisHash } from './chain.store.ts';
export { clusterName } from './cluster-name.ts';
export { configureProgram, originRefusal, type WantedConfig } from './configure-program.ts';
export { deployProgram, programAddressOf, type Deployed, type DeployDeps } from './deploy-program.ts';
export {
  landTransaction,
  OperatorTransactionError,
  transferInstruction,
  type LandDeps,
} from './land-transaction.ts';
export { openAndSetUp, openChain, type Chain, type ChainDeps } from './open-chain.ts';
export { programHash } from './program-image.ts';
export { deploymentReader, type Deployment } from './read-deployment.ts';
export { testTokenAddress, testTokenDecimals } from './set-up-embedded.ts';
