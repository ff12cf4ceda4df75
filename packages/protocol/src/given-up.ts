import { toHex, utf8 } from './bytes.ts';
import { sha256 } from '#sha256';

/** A line of what a vault holds, as `GET /v1/account/assets` tells it. */
export interface HeldAsset {
  readonly asset: string;
  readonly amount: string;
}

/**
 * What somebody gives up who deletes an identity whose vault is not empty: sha256, in hexadecimal, of a line `asset amount` for each
 * asset that is there, in the order of their names with SOL first. It names amounts, so that what arrives later is not given up.
 */
export function givenUpDigest(assets: readonly HeldAsset[]): string {
  const lines = assets
    .filter(({ amount }) => amount !== '0')
    .toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1))
    .map(({ asset, amount }) => `${asset} ${amount}\n`);
  return toHex(sha256(utf8(lines.join(''))));
}

const rank = ({ asset }: HeldAsset) => (asset === 'SOL' ? '' : asset);
