export { evmAddressBytes, evmAddressFromBytes, parseEvmAddress, toEvmAddress } from './address.ts';
export type { EvmAddress, Hex } from './address.ts';
export { keccak256 } from './keccak256.ts';
export { periodEnd, periodStart } from './periods.ts';
export {
  EMPTY_DATA_SELECTOR,
  NATIVE_TOKEN,
  PERIODS,
  callDigest,
  hexOf,
  periodNumber,
  permissionDigest,
  permissionTypedData,
} from './permission.ts';
export type {
  CallScope,
  Period,
  Permission,
  PermissionCall,
  PermissionDomain,
  PermissionTypedData,
  SpendLimit,
} from './permission.ts';
export { PERMISSION_VERIFIER_ABI } from './permission-verifier-abi.ts';
export { COUNTED_FUNCTIONS, REFUSED_FUNCTIONS, countedAmount, selectorOf } from './spending-functions.ts';
