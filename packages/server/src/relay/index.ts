export { describeChainError } from './describe-chain-error.ts';
export { unitLimits, type Draft, type Template } from './draft-message.ts';
export { openRelay, type Relay } from './open-relay.ts';
export { hasLanded, type Operation, type RelayRequest } from './operation.ts';
export { chunks, relayLimits } from './relay-deps.ts';
export type { CrashPoint, OperationEffects } from './relay-deps.ts';
export type { DraftMessage, RelayOrder, Relayed } from './relay-operation.ts';
export { voteNonce } from './recovery-nonce.ts';
export {
  countVotes,
  findOperation,
  holdOperations,
  listOpenOperations,
  listRelayOperations,
  listSentAssets,
} from './relay.store.ts';
export { returnRent } from './spending.store.ts';
export { relayProblems, relaySettings, type RelayConfig } from './settings.ts';
