export { findParties } from './allowances.store.ts';
export { openAllowances } from './open-allowances.ts';
