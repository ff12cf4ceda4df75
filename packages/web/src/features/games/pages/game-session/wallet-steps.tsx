import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { Steps } from '../../../../kit/controls/steps.tsx';
import { formatLamports } from '../../../../kit/format/lamports.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import type { Preparation } from './read-preparation.ts';
import { stepLabel } from './step-label.ts';
import type { Text } from './text.en.ts';

function payerOf(
  text: Text['wallet'],
  { step, sponsorship, price, missingLamports, missingRupiah }: Preparation,
): string {
  if (sponsorship.status === 'available') return text.free(sponsorship.app?.name ?? '');
  const offer =
    price === null
      ? null
      : text.forRupiah(formatRupiah(BigInt(price)), formatRupiah(BigInt(missingRupiah)), missingRupiah > 0);
  if (sponsorship.status === 'exhausted')
    return offer === null ? text.exhausted : `${text.exhausted} ${offer}`;
  if (offer !== null) return offer;
  return step === 'fund' ? text.needsSol(formatLamports(missingLamports, locale.value)) : text.own;
}

/**
 * Shows a player without a ready wallet the steps that are missing. Each takes one confirmation, and the game
 * continues afterwards.
 */
export function WalletSteps({
  text,
  preparation,
  walletPath,
}: {
  text: Text['wallet'];
  preparation: Preparation;
  /** The wallet page, from which the player comes back to this request. */
  walletPath: string;
}) {
  const { passkeys, countsFrom, price } = preparation;
  return (
    <div class="grid gap-4">
      <p>{text.body}</p>
      <Steps
        steps={[
          { label: text.passkey, state: passkeys.length > 0 ? 'done' : 'waiting' },
          { label: text.activate, state: 'waiting', detail: payerOf(text, preparation) },
          { label: text.allow, state: 'waiting' },
        ]}
      />
      {countsFrom !== null && (
        <Notice tone="warn" title={text.tooNew}>
          {text.tooNewFrom} <DateTime value={countsFrom} />. {text.tooNewBody}
        </Notice>
      )}
      {price !== null && (
        <p class="text-sm">
          <a class="text-link" href={walletPath}>
            {text.ownSol}
          </a>
        </p>
      )}
      <p class="sr-only" role="status">
        {stepLabel(text, preparation)}
      </p>
    </div>
  );
}
