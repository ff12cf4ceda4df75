import { isNewer } from './compare-versions.ts';

export interface Retired {
  /**
   * The first release whose nodes do not call the functions. `unreleased` stands for the release in preparation;
   * `npm run release` replaces it with the version.
   */
  readonly since: string;
  readonly names: readonly string[];
}

/**
 * Functions that this build no longer has. Nodes of releases before `since` call them, so they stay in an upgraded
 * database until the release after `since` drops them.
 */
export const retiredFunctions: readonly Retired[] = [
  {
    since: '0.1.0',
    names: [
      'payment_capture_all',
      'payment_capture',
      'payment_void_all',
      'payment_void',
      'payment_give_back',
      'payment_confirm',
      'payment_fee_account',
      'payment_fees',
      'ledger_end_hold',
      'app_terms',
    ],
  },
  { since: 'unreleased', names: ['spend_login_code', 'ledger_has_room', 'ledger_write_all'] },
];

/** The functions that nodes of release `upgradesFrom` and later ones do not call. */
export function functionsToDrop(retired: readonly Retired[], upgradesFrom: string): string[] {
  return (
    retired
      .filter(({ since }) => since !== 'unreleased')
      // mutant (platform/db/retired-functions): !isNewer(since, upgradesFrom) => true
      .filter(({ since }) => !isNewer(since, upgradesFrom))
      .flatMap(({ names }) => names)
  );
}
