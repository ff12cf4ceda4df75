import { api } from '../../../../kit/api/api.ts';
import { formatUnits } from '../../../../kit/format/lamports.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Sol } from '../../../../kit/money/money.tsx';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { CoinsIcon, KeyIcon, SendIcon } from '../../../../kit/controls/icons.tsx';
import { ItemList } from '../../../../kit/controls/item-list.tsx';
import { LateQrCode } from '../../../../kit/controls/late-qr-code.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { Approximately } from './approximately.tsx';
import { assetName } from './read-wallet.ts';
import type { Asset } from '../../../../kit/api/shapes.ts';
import type { Wallet } from './read-wallet.ts';
import type { Text } from './text.en.ts';

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
          <LateQrCode value={address} label={text.qrLabel(address)} class="size-36" />
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

/** What the name of a token is worth. */
function Origin({ text, token }: { text: Text['assets']; token: NonNullable<Asset['token']> }) {
  return token.verified ? (
    <Badge tone="good" check>
      {text.verified}
    </Badge>
  ) : (
    <span class="block text-sm text-warn">{text.byMaker}</span>
  );
}

function AssetRow({ text, wallet, asset }: PartProps & { asset: Asset }) {
  const isSol = asset.asset === 'SOL';
  const { token } = asset;
  return (
    <li class="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <span class="grid size-10 shrink-0 place-items-center rounded-md bg-brand-soft text-brand">
        <CoinsIcon />
      </span>
      <div class="min-w-0 flex-1">
        <p class="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span class="wrap-anywhere">{assetName(asset, text.assets.token)}</span>
          <span class="tabular-nums">{formatUnits(BigInt(asset.amount), asset.decimals, locale.value)}</span>
        </p>
        {isSol && <Approximately text={text} lamports={BigInt(asset.amount)} price={wallet.chain.solPrice} />}
        {token && token.symbol !== '' && token.name !== '' && (
          <p class="text-sm wrap-anywhere">{token.verified ? token.name : `“${token.name}”`}</p>
        )}
        {!isSol && <code class="block text-xs break-all text-muted">{asset.asset}</code>}
        {token && <Origin text={text.assets} token={token} />}
        {asset.reason !== undefined && (
          <p class="text-sm text-warn">{text.assets.reasons[asset.refused ?? ''] ?? asset.reason}</p>
        )}
      </div>
    </li>
  );
}

/** Tokens that strangers sent are folded away, but never hidden: a game may have given them. */
export function AssetsCard({ text, wallet }: PartProps) {
  const words = text.assets;
  const rows = (unsolicited: boolean) =>
    wallet.assets
      .filter((asset) => asset.unsolicited === unsolicited)
      .map((asset) => <AssetRow key={asset.asset} text={text} wallet={wallet} asset={asset} />);
  const others = rows(true);
  return (
    <Card title={words.title}>
      <ItemList label={words.title}>{rows(false)}</ItemList>
      {others.length > 0 && (
        <details class="mt-4 border-t border-line pt-3">
          <summary class="min-h-6 w-fit cursor-pointer py-2 font-semibold">
            {words.unsolicited(others.length)}
          </summary>
          <p class="pb-4 text-sm text-muted">{words.unsolicitedBody}</p>
          <ItemList label={words.unsolicited(others.length)}>{others}</ItemList>
        </details>
      )}
    </Card>
  );
}

export function GuardCard({ text, wallet }: PartProps) {
  const { authorityCredentialId } = wallet.account;
  const guard = wallet.passkeys.find(({ credentialId }) => credentialId === authorityCredentialId);
  const hasOthers = wallet.passkeys.length > 1;
  return (
    <Card title={text.guard.title}>
      <div class="grid grid-cols-1 gap-4">
        {guard ? (
          <div class="flex items-center gap-4">
            <span class="grid size-10 shrink-0 place-items-center rounded-md bg-brand-soft text-brand">
              <KeyIcon />
            </span>
            <div class="min-w-0">
              <p class="font-semibold break-all">{guard.name}</p>
              <p class="text-sm text-muted">{text.guard.body}</p>
            </div>
          </div>
        ) : (
          <p class="text-sm text-bad">{text.guard.unknown}</p>
        )}
        {guard && !guard.backedUp && !hasOthers && <p class="text-sm text-warn">{text.activation.onlyOne}</p>}
        {guard && (
          <p>
            <ButtonLink look="plain" small href={`${PAGE_PATHS.wallet}?do=rotate`}>
              {text.guard.rotate}
            </ButtonLink>
          </p>
        )}
        <p class="border-t border-line pt-4 text-sm text-muted">
          {text.guard.exit}{' '}
          <a class="text-link" href="/exit">
            {text.guard.exitLink}
          </a>
        </p>
      </div>
    </Card>
  );
}
