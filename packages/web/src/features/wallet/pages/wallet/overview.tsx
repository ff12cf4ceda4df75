import { api } from '../../../../kit/api/api.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Sol } from '../../../../kit/money/money.tsx';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { CoinsIcon, SendIcon } from '../../../../kit/controls/icons.tsx';
import { InSight } from '../../../../kit/controls/in-sight.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { Approximately } from './approximately.tsx';
import type { Wallet } from './read-wallet.ts';
import type { Text } from './text.en.ts';

const QrCode = later(4, async () => (await import('../../../../kit/controls/qr-code.tsx')).QrCode);

const AIRDROP_LAMPORTS = '2000000000';
/** One hundred tokens with six decimals. */
const AIRDROP_TOKEN_UNITS = '100000000';

interface PartProps {
  readonly text: Text;
  readonly wallet: Wallet;
}

export function BalanceCard({ text, wallet, isLive }: PartProps & { isLive: boolean }) {
  const { account } = wallet;
  const isActivated = account.status === 'activated';
  return (
    <section class="wallet-panel" aria-label={text.balance}>
      <div class="flex items-center justify-between gap-3 text-sm">
        <h2 class="font-semibold">{text.balance}</h2>
        <span class="flex items-center gap-2">
          {isLive && <span class="size-2 rounded-full bg-[#c4b5fd]" aria-hidden="true" />}
          {isLive ? text.live : text.notLive}
        </span>
      </div>
      <p class="pt-3 font-display text-3xl font-bold break-words" data-balance>
        <Sol value={BigInt(account.balanceLamports)} class="whitespace-normal" />
      </p>
      <Approximately text={text} lamports={BigInt(account.balanceLamports)} price={wallet.chain.solPrice} />
      <div class="pt-5">
        {isActivated ? (
          <ButtonLink look="sun" href={`${PAGE_PATHS.wallet}?do=withdraw`}>
            <SendIcon class="size-4" />
            {text.withdraw}
          </ButtonLink>
        ) : (
          <p class="text-sm">{text.withdrawLater}</p>
        )}
      </div>
    </section>
  );
}

export function ReceiveCard({ text, wallet, onFunded }: PartProps & { onFunded: () => void }) {
  const address = wallet.account.smartAccountAddress;
  const airdrop = useAction(async () => {
    await api.call('requestAirdrop', { address, lamports: AIRDROP_LAMPORTS }, { session: 'none' });
    showToast(text.airdropDone);
    onFunded();
  });
  const { testToken } = wallet.chain;
  const giveTokens = useAction(async () => {
    if (!testToken) return;
    const wish = { address, mint: testToken.mint, amount: AIRDROP_TOKEN_UNITS };
    await api.call('requestAirdrop', wish, { session: 'none' });
    showToast(text.airdropTokensDone);
    onFunded();
  });
  return (
    <Card title={text.receive}>
      <div class="grid grid-cols-1 gap-4">
        <div class="flex flex-wrap items-center gap-5">
          <div class="size-36">
            <InSight class="size-full">
              <QrCode value={address} label={text.qrLabel(address)} class="size-full border border-line" />
            </InSight>
          </div>
          <p class="min-w-40 flex-1 text-sm text-muted">{text.receiveBody}</p>
        </div>
        <div>
          <p class="text-sm font-semibold">{text.address}</p>
          <p class="font-mono text-sm break-all" data-address>
            {address}
          </p>
        </div>
        <div class="flex flex-wrap gap-3">
          <CopyButton value={address} label={text.copyAddress} />
          {wallet.chain.cluster === 'embedded' && (
            <Button small busy={airdrop.busy} onClick={() => airdrop.run()}>
              <CoinsIcon class="size-4" />
              {text.airdrop}
            </Button>
          )}
          {testToken && (
            <Button small look="plain" busy={giveTokens.busy} onClick={() => giveTokens.run()}>
              <CoinsIcon class="size-4" />
              {text.airdropTokens}
            </Button>
          )}
        </div>
        <ErrorNotice error={airdrop.error ?? giveTokens.error} />
      </div>
    </Card>
  );
}
