import { locale } from '../../../../kit/i18n/locale.ts';
import { Sol } from '../../../../kit/money/money.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Pid } from '../../../../kit/controls/pid.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { EVERYTHING, everythingNow } from '../../parts/check-amount.ts';
import { signWithdrawal } from '../../parts/sign-operation.ts';
import type { SignedRequest } from '../../parts/signed-request.ts';
import { PasskeyError } from '../../../../kit/passkeys/passkey-error.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Approximately } from './approximately.tsx';
import { noteOf, type Reviewed } from './judge-withdrawal.ts';
import { RequestFacts } from './request-facts.tsx';
import { assetAmount } from './read-wallet.ts';
import type { Wallet } from './read-wallet.ts';
import type { FullText } from './tasks.en.ts';

/** In groups of four, so that long addresses are easier to compare. */
export function Address({ value }: { value: string }) {
  return (
    <span class="font-mono text-sm" aria-label={value}>
      {value.match(/.{1,4}/gu)?.map((part, index) => (
        <span key={index} class={`inline-block pr-1.5 ${index % 2 === 1 ? 'text-muted' : ''}`}>
          {part}
        </span>
      ))}
    </span>
  );
}

/**
 * Shows which passkey will be needed and where it is stored, so that a player whose passkey is elsewhere
 * knows before the browser's prompt.
 */
function Signer({ text, wallet, missing }: { text: FullText['review']; wallet: Wallet; missing: boolean }) {
  const { authorityCredentialId } = wallet.account;
  const passkey = wallet.passkeys.find(({ credentialId }) => credentialId === authorityCredentialId);
  if (!passkey) return null;
  const place = passkey.backedUp ? text.signerSynced(passkey.name) : text.signerDevice(passkey.name);
  if (!missing) return <p class="text-sm text-muted">{place}</p>;
  return (
    <Notice tone="warn" title={text.signerMissing(passkey.name)} live>
      <p>{passkey.backedUp ? text.signerMissingSynced : text.signerMissingDevice}</p>
      <p>
        <a
          class="text-link inline-flex min-h-11 items-center"
          href={`${PAGE_PATHS.recovery}?returnTo=${encodeURIComponent(`${PAGE_PATHS.wallet}${location.search}`)}`}
        >
          {text.signerLost}
        </a>
      </p>
    </Notice>
  );
}

export interface ReviewProps {
  readonly text: FullText;
  readonly wallet: Wallet;
  readonly reviewed: Reviewed;
  readonly onSigned: (request: SignedRequest) => void;
  readonly onChange: () => void;
}

export function Review({ text, wallet, reviewed, onSigned, onChange }: ReviewProps) {
  const { asset, to, pid, amount, quote, request } = reviewed;
  const words = text.review;
  const isSol = asset.asset === 'SOL';
  const [network, total] = [BigInt(quote.networkFeeLamports), BigInt(quote.totalFeeLamports)];
  const rent = BigInt(quote.rentLamports);
  const isEverything = amount === EVERYTHING;
  const sent = isEverything ? everythingNow(BigInt(asset.amount), total + rent, isSol) : amount;
  const number = assetAmount(asset, sent, text.assets.token, locale.value);
  const shown = isEverything ? words.everything(number) : number;
  const sign = useAction(async () => {
    const withdrawal = {
      asset: asset.asset,
      to,
      ...(pid === null ? {} : { toPid: pid }),
      amount: amount.toString(),
      ...noteOf(request),
    };
    onSigned(await signWithdrawal(withdrawal, quote, { amount: shown, to: pid ?? to }));
  });
  const isMissing = sign.error instanceof PasskeyError && sign.error.problem === 'cancelled';
  return (
    <Card title={words.title}>
      <div class="grid grid-cols-1 gap-5">
        <Facts>
          <Fact label={words.send}>
            <span class="text-lg">{shown}</span>
            {isSol && <Approximately text={text} lamports={sent} price={wallet.chain.solPrice} />}
            {isEverything && <p class="text-sm text-muted">{words.everythingBody}</p>}
          </Fact>
          <Fact label={words.to}>
            {pid !== null && (
              <strong class="block text-lg">
                <Pid pid={pid} />
              </strong>
            )}
            <Address value={to} />
          </Fact>
          {request && <RequestFacts text={text.request} request={request} />}
          <Fact label={words.networkFee}>
            <Sol value={network} />
          </Fact>
          <Fact label={words.protocolFee}>
            <Sol value={total - network} />
          </Fact>
          {rent > 0n && (
            <Fact label={words.rent}>
              <Sol value={rent} />
            </Fact>
          )}
          <Fact label={words.total}>
            {!isSol && <>{number} + </>}
            <Sol value={isSol ? sent + total : total + rent} />
          </Fact>
        </Facts>
        <Notice tone="warn">{pid === null ? words.warning : words.warningPlayer}</Notice>
        <Signer text={words} wallet={wallet} missing={isMissing} />
        {!isMissing && <ErrorNotice error={sign.error} />}
        <div class="flex flex-wrap gap-3">
          <Button look="sun" busy={sign.busy} onClick={() => sign.run()}>
            {words.sign}
          </Button>
          <Button look="plain" disabled={sign.busy} onClick={onChange}>
            {words.change}
          </Button>
        </div>
      </div>
    </Card>
  );
}
