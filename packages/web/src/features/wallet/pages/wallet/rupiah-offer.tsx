import { api } from '../../../../kit/api/api.ts';
import type { Passkey } from '../../../../kit/api/shapes.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { SignedRequest } from '../../parts/signed-request.ts';
import type { Text } from './rupiah-offer.en.ts';
import { loadSigning, useSigning } from './use-signing.ts';

export interface RupiahOfferProps {
  readonly text: Text;
  /** The passkey that will guard the wallet; absent while there is none. */
  readonly passkey: Passkey | undefined;
  readonly onSigned: (request: SignedRequest) => void;
}

/** The top-up returns to this page. */
function Poor({ text, missing }: { text: Text; missing: number }) {
  const query = new URLSearchParams({
    amount: String(missing),
    returnTo: `${location.pathname}${location.search}`,
  });
  return (
    <Notice
      tone="warn"
      title={text.poorTitle}
      action={
        <ButtonLink small href={`${PAGE_PATHS.topUp}?${query.toString()}`}>
          {text.topUp}
        </ButtonLink>
      }
    >
      {text.poorBody(formatRupiah(BigInt(missing)))}
    </Notice>
  );
}

/** Offers the activation for rupiah, before the way with SOL. Shows nothing if the service does not sell it. */
export function RupiahOffer({ text, passkey, onSigned }: RupiahOfferProps) {
  const loaded = useLoad('offer', async (signal) => {
    const [{ price }, { balance }] = await Promise.all([
      api.call('getActivationPrice', {}, { signal }),
      api.call('getBalance', {}, { signal }),
    ]);
    return { price, balance };
  });
  const offer = loaded.state === 'ready' ? loaded.value : null;
  const canPay = offer !== null && offer.price !== null && offer.balance >= offer.price;
  useSigning(canPay && passkey !== undefined);
  const submit = useAction(async () => {
    const { signActivation } = await loadSigning();
    if (passkey && offer && offer.price !== null) onSigned(await signActivation(passkey, offer.price));
  });
  if (loaded.state === 'loading') return <SkeletonGroup lines={4} />;
  if (!offer || offer.price === null) return null;
  const { price, balance } = offer;
  const shown = formatRupiah(BigInt(price));
  return (
    <>
      <section class="grid gap-3 rounded-md bg-brand-soft p-4" aria-label={text.title(shown)}>
        <h3 class="text-base font-semibold">{text.title(shown)}</h3>
        <p class="text-sm">{text.body}</p>
        <Facts>
          <Fact label={text.price}>
            <Money amount={price} class="text-lg" />
          </Fact>
          <Fact label={text.balance}>
            <Money amount={balance} />
          </Fact>
        </Facts>
        <ErrorNotice error={submit.error} />
        {balance < price ? (
          <Poor text={text} missing={price - balance} />
        ) : (
          <p>
            <Button look="sun" busy={submit.busy} disabled={!passkey} onClick={() => submit.run()}>
              {text.submit(shown)}
            </Button>
          </p>
        )}
      </section>
      <h3 class="-mb-2 text-base font-semibold">{text.ownSol}</h3>
    </>
  );
}
