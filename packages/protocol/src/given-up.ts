import { toHex, utf8 } from './bytes.ts';
import { sha256 } from '#sha256';

/** One asset in a vault, as `GET /v1/account/assets` returns it. */
export interface HeldAsset {
  readonly asset: string;
  readonly amount: string;
}

/**
 * Returns the digest of the assets that a player gives up when they delete an identity whose vault is not
 * empty: sha256, in hexadecimal, of a line `asset amount` for each asset that is not zero, sorted by name
 * with SOL first. It includes the amounts, so that assets which arrive later are not given up.
 */
export function givenUpDigest(assets: readonly HeldAsset[]): string {
  const lines = assets
    .filter(({ amount }) => amount !== '0')
    .toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1))
    .map(({ asset, amount }) => `${asset} ${amount}\n`);
  return toHex(sha256(utf8(lines.join(''))));
}

const rank = ({ asset }: HeldAsset) => (asset === 'SOL' ? '' : asset);
