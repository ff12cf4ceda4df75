import { api } from '../../../../kit/api/api.ts';
import type { Passkey } from '../../../security/parts/shapes.ts';
import { byUse } from '../../../security/parts/passkeys/by-use.ts';
import type { Sponsorship } from '../../../wallet/parts/shapes.ts';

/** What a wallet still lacks before a game can be played with it. */
export interface Preparation {
  readonly step: 'passkey' | 'activate' | 'fund';
  readonly sponsorship: Sponsorship;
  readonly passkeys: readonly Passkey[];
}

/** Null when nothing is lacking. */
export async function readPreparation(signal: AbortSignal): Promise<Preparation | null> {
  const account = await api.call('getAccount', {}, { signal });
  if (account.status === 'activated') return null;
  const [passkeys, sponsorship] = await Promise.all([
    api.call('listPasskeys', {}, { signal }),
    api.call('getSponsorship', {}, { signal }),
  ]);
  const step =
    account.status === 'funding_required' ? 'fund' : passkeys.length === 0 ? 'passkey' : 'activate';
  return { step, sponsorship, passkeys: byUse(passkeys) };
}
