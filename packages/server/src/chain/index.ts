export { acceptedVersion } from './accepted-version.ts';
export { DeploymentError, orChainError } from './chain-errors.ts';
export { chainKeys, KeyError, type ChainKeys } from './chain-keys.ts';
export { chainRoutes } from './chain.routes.ts';
export { findGenesisHash, forgetGenesisHash } from './chain.store.ts';
export { clusterName } from './cluster-name.ts';
export { acceptStep, configDuties, configStep, policyStep, type ConfigDuty } from './config-steps.ts';
export { configureProgram, type WantedConfig } from './configure-program.ts';
export { deployProgram, programAddressOf, type DeployDeps } from './deploy-program.ts';
export { landSigned, landTransaction, OperatorTransactionError, type LandDeps } from './land-transaction.ts';
export { reliableTransport, type ChainDeps, type DevelopmentChain } from './chain-deps.ts';
export { deploymentProblem, openChain, type Chain } from './open-chain.ts';
export { deploymentReader, type Deployment } from './read-deployment.ts';
export { openSolPrice } from './read-sol-price.ts';
export { openWitnesses } from './witnesses.ts';
export { layReady, upgradeStep } from './upgrade-steps.ts';
export {
  chainRefusals,
  clusterSettings,
  embeddedChainSettings,
  explorerSettings,
  programSettings,
  registrarRefusals,
  type ChainConfig,
} from './settings.ts';
