export { describeChainError } from './describe-chain-error.ts';
export { simulationRefused, unitLimits, type Draft, type Template } from './draft-message.ts';
export { openRelay, type Relay } from './open-relay.ts';
export {
  hasLanded,
  isOpen,
  operationStates,
  type Operation,
  type OperationKind,
  type OperationState,
} from './operation.ts';
export { chunks, relayLimits } from './relay-deps.ts';
export type { CrashPoint, OperationEffects, RelayDeps, RelayLimits } from './relay-deps.ts';
export {
  globalCapReached,
  identityCapReached,
  nonceBusy,
  notConfirmedYet,
  operationFailed,
  overtaken,
  relayerBalanceLow,
} from './relay-errors.ts';
export type { Prepare, Relayed, RelayOrder, RelayRequest } from './relay-operation.ts';
export { findOperation, listOpenOperations, listOperations } from './relay.store.ts';
