import { api } from '../../../../kit/api/api.ts';
import type { Passkey, Sponsorship } from '../../../../kit/api/shapes.ts';
import { byUse, firstToCount, isTooNew } from '../../../../kit/passkeys/usable-passkeys.ts';

/** The next step before a wallet can be used with a game. */
export interface Preparation {
  readonly step: 'passkey' | 'activate' | 'fund' | 'wait';
  readonly sponsorship: Sponsorship;
  /** The passkeys that may guard a wallet. */
  readonly passkeys: readonly Passkey[];
  /** The time from which the first passkey may do so; null if one already may. */
  readonly countsFrom: string | null;
  readonly missingLamports: bigint;
  /** The price of the activation in rupiah; null if the player has enough SOL or the service does not sell it. */
  readonly price: number | null;
}

/** Returns null if the wallet is ready. */
export async function readPreparation(signal: AbortSignal): Promise<Preparation | null> {
  const account = await api.call('getAccount', {}, { signal });
  if (account.status === 'activated') return null;
  const needsFunds = account.status === 'funding_required';
  const [passkeys, sponsorship, price] = await Promise.all([
    api.call('listPasskeys', {}, { signal }),
    api.call('getSponsorship', {}, { signal }),
    needsFunds ? api.call('getActivationPrice', {}, { signal }).then((quoted) => quoted.price) : null,
  ]);
  const counting = byUse(passkeys.filter((passkey) => !isTooNew(passkey)));
  const step = needsFunds
    ? 'fund'
    : passkeys.length === 0
      ? 'passkey'
      : counting.length === 0
        ? 'wait'
        : 'activate';
  const missingLamports = BigInt(account.requiredLamports) - BigInt(account.balanceLamports);
  const countsFrom = firstToCount(passkeys);
  return { step, sponsorship, passkeys: counting, countsFrom, missingLamports, price };
}
