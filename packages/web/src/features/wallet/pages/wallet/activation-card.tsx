import { useState } from 'preact/hooks';
import { formatLamports } from '../../../../kit/format/lamports.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { FirstPasskey } from '../../../../kit/passkeys/first-passkey.tsx';
import { Sol } from '../../../../kit/money/money.tsx';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { Steps } from '../../../../kit/controls/steps.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { api } from '../../../../kit/api/api.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { activationCost } from '../../parts/check-amount.ts';
import { byUse, firstToCount, isTooNew } from '../../../../kit/passkeys/usable-passkeys.ts';
import type { SignedRequest } from '../../parts/signed-request.ts';
import type { Account } from '../../../../kit/api/shapes.ts';
import { LateRupiahOffer } from './late-rupiah-offer.tsx';
import { LateSelect } from './late-select.ts';
import { loadSigning, useSigning } from './use-signing.ts';
import type { Wallet } from './read-wallet.ts';
import type { Text } from './text.en.ts';

function Costs({ text, account }: { text: Text['activation']; account: Account }) {
  const cost = activationCost(account);
  const percent = new Intl.NumberFormat(locale.value, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <div class="text-sm">
      <h3 class="pb-1 text-base font-semibold">{text.cost}</h3>
      <Facts>
        <Fact label={text.accountRent}>
          <Sol value={cost.accountRent} />
        </Fact>
        <Fact label={text.vaultMinimum}>
          <Sol value={cost.vaultMinimum} />
        </Fact>
        <Fact label={text.networkFee}>
          <Sol value={cost.networkFee} />
        </Fact>
        <Fact label={text.protocolFee(percent.format(account.protocolFeeBps / 10_000))}>
          <Sol value={cost.protocolFee} />
        </Fact>
        <Fact label={text.total}>
          <Sol value={cost.total} class="text-lg" />
        </Fact>
      </Facts>
    </div>
  );
}

export interface ActivationCardProps {
  readonly text: Text;
  readonly wallet: Wallet;
  readonly onSigned: (request: SignedRequest) => void;
  readonly onChanged: () => void;
}

export function ActivationCard({ text, wallet, onSigned, onChanged }: ActivationCardProps) {
  const words = text.activation;
  const { account } = wallet;
  const passkeys = byUse(wallet.passkeys.filter((passkey) => !isTooNew(passkey)));
  const countsFrom = firstToCount(wallet.passkeys);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = passkeys.find(({ id }) => id === chosenId) ?? passkeys[0];
  const isFunded = account.status === 'ready';
  const missing = BigInt(account.requiredLamports) - BigInt(account.balanceLamports);
  // Requested again whenever the result may have changed.
  const asked = useLoad(`${account.status} ${account.balanceLamports}`, (signal) =>
    api.call('getSponsorship', {}, { signal }),
  );
  const sponsorship = asked.state === 'ready' ? asked.value : null;
  const isSponsored = isFunded && missing > 0n;
  useSigning(isFunded && chosen !== undefined);
  const submit = useAction(async () => {
    const { signActivation } = await loadSigning();
    if (chosen) onSigned(await signActivation(chosen));
  });
  return (
    <Card title={words.title} class="border-brand">
      <div class="grid grid-cols-1 gap-5">
        <p class="-mt-2 text-muted">{words.body}</p>
        {countsFrom !== null && (
          <Notice
            tone="warn"
            title={words.tooNew}
            action={
              <ButtonLink look="plain" small href={PAGE_PATHS.security}>
                {words.toSecurity}
              </ButtonLink>
            }
          >
            {words.tooNewFrom} <DateTime value={countsFrom} />. {words.tooNewBody}
          </Notice>
        )}
        {!chosen && countsFrom === null && <FirstPasskey text={words} onAdded={onChanged} />}
        {chosen && passkeys.length > 1 && (
          <LateSelect
            label={words.passkey}
            value={chosen.id}
            options={passkeys.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosenId}
          />
        )}
        {chosen && passkeys.length === 1 && !chosen.backedUp && <Notice tone="warn">{words.onlyOne}</Notice>}
        {sponsorship?.status === 'exhausted' && <Notice>{words.exhausted}</Notice>}
        {account.status === 'funding_required' && <LateRupiahOffer passkey={chosen} onSigned={onSigned} />}
        {!isSponsored && <p class="text-muted">{words.paid}</p>}
        <Steps
          steps={[
            {
              label: words.steps.fund,
              state: isFunded ? 'done' : 'current',
              detail: isSponsored
                ? words.sponsored(sponsorship?.app?.name ?? 'PID')
                : isFunded
                  ? words.funded
                  : words.missing(formatLamports(missing, locale.value)),
            },
            { label: words.steps.activate, state: 'waiting' },
          ]}
        />
        {!isSponsored && <Costs text={words} account={account} />}
        <p class="text-sm text-muted">{words.claim}</p>
        <ErrorNotice error={submit.error} />
        <p>
          <Button look="sun" busy={submit.busy} disabled={!isFunded || !chosen} onClick={() => submit.run()}>
            {words.submit}
          </Button>
        </p>
      </div>
    </Card>
  );
}
