import { assertU64 } from './bytes.ts';
import { toLamports } from './brands.ts';
import type { Lamports } from './brands.ts';
import { MAX_PROTOCOL_FEE_BPS } from './constants.ts';

const BPS_WHOLE = 10_000n;

/** ceil(networkFee × bps / 10 000). The program computes the same and ignores quoted fees. */
export function protocolFeeLamports(networkFeeLamports: bigint, bps: number): Lamports {
  assertU64(networkFeeLamports, 'networkFeeLamports');
  if (!Number.isInteger(bps) || bps < 0 || bps > MAX_PROTOCOL_FEE_BPS) {
    throw new RangeError(`bps must be an integer from 0 to ${MAX_PROTOCOL_FEE_BPS}`);
  }
  return toLamports((networkFeeLamports * BigInt(bps) + BPS_WHOLE - 1n) / BPS_WHOLE);
}

export interface FeeBreakdown {
  readonly networkFeeLamports: Lamports;
  readonly protocolFeeLamports: Lamports;
  /** The rent of a token account that the instruction creates: measured by the program, never attested. */
  readonly rentLamports: Lamports;
  /** Network fee and protocol fee. */
  readonly totalFeeLamports: Lamports;
  /** Everything that the vault pays in addition to the amount: fees and rent. */
  readonly costLamports: Lamports;
}

/**
 * Returns the lamports that a withdrawal takes from the vault in addition to its amount. The protocol fee is
 * a percentage of the network fee alone, as for activation; it does not apply to rent.
 */
export function withdrawFees(
  attestedLamports: bigint,
  tokenAccountRentLamports: bigint,
  bps: number,
): FeeBreakdown {
  const protocol = protocolFeeLamports(attestedLamports, bps);
  const total = attestedLamports + protocol;
  return {
    networkFeeLamports: toLamports(attestedLamports),
    protocolFeeLamports: protocol,
    rentLamports: toLamports(tokenAccountRentLamports),
    totalFeeLamports: toLamports(total),
    costLamports: toLamports(total + tokenAccountRentLamports),
  };
}

/**
 * Returns the lamports that an activation takes from the vault: the account's rent, the attested network fee,
 * and the protocol fee on the network fee.
 */
export function activationLamports(
  attestedLamports: bigint,
  accountRentLamports: bigint,
  bps: number,
): Lamports {
  return toLamports(accountRentLamports + attestedLamports + protocolFeeLamports(attestedLamports, bps));
}
