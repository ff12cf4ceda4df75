import type { Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { EvmChains } from './look-at-contracts.ts';
import type { PermissionApps, PermissionPasskeys } from './ports.ts';

export interface PermissionDeps extends Needs<'db' | 'clock' | 'ids'> {
  readonly apps: PermissionApps;
  readonly passkeys: PermissionPasskeys;
  readonly chains: EvmChains;
  /** Throws unless age and family allow permissions. */
  assertMay(tx: Tx, identityId: string): Promise<void>;
}
