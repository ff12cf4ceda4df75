import { api } from '../../../../kit/api/api.ts';
import type { Passkey, Sponsorship } from '../../../../kit/api/shapes.ts';
import { byUse, firstToCount, isTooNew } from '../../../../kit/passkeys/usable-passkeys.ts';

/** The next step before a wallet can be used with a game. */
export interface Preparation {
  readonly step: 'passkey' | 'activate' | 'pay' | 'topUp' | 'fund' | 'wait';
  readonly sponsorship: Sponsorship;
  /** The passkeys that may guard a wallet. */
  readonly passkeys: readonly Passkey[];
  /** The time from which the first passkey may do so; null if one already may. */
  readonly countsFrom: string | null;
  readonly missingLamports: bigint;
  /** The price of the activation in rupiah; null if the player has enough SOL or the service does not sell it. */
  readonly price: number | null;
  /** The amount in rupiah that the balance lacks for this price; 0 if it is enough or there is no price. */
  readonly missingRupiah: number;
}

/** Returns null if the wallet is ready. */
export async function readPreparation(signal: AbortSignal): Promise<Preparation | null> {
  const account = await api.call('getAccount', {}, { signal });
  if (account.status === 'activated') return null;
  const needsFunds = account.status === 'funding_required';
  const [passkeys, sponsorship, price, balance] = await Promise.all([
    api.call('listPasskeys', {}, { signal }),
    api.call('getSponsorship', {}, { signal }),
    needsFunds ? api.call('getActivationPrice', {}, { signal }).then((quoted) => quoted.price) : null,
    needsFunds ? api.call('getBalance', {}, { signal }).then((held) => held.balance) : 0,
  ]);
  const counting = byUse(passkeys.filter((passkey) => !isTooNew(passkey)));
  const missingRupiah = price === null ? 0 : Math.max(0, price - balance);
  const payment = price === null ? 'activate' : missingRupiah > 0 ? 'topUp' : 'pay';
  const step =
    needsFunds && price === null
      ? 'fund'
      : passkeys.length === 0
        ? 'passkey'
        : counting.length === 0
          ? 'wait'
          : payment;
  const missingLamports = BigInt(account.requiredLamports) - BigInt(account.balanceLamports);
  const countsFrom = firstToCount(passkeys);
  return { step, sponsorship, passkeys: counting, countsFrom, missingLamports, price, missingRupiah };
}
