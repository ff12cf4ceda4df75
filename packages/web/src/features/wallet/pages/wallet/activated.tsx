import type { Asset } from '../../../../kit/api/shapes.ts';
import { formatUnits } from '../../../../kit/format/lamports.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { CoinsIcon, KeyIcon } from '../../../../kit/controls/icons.tsx';
import { ItemList } from '../../../../kit/controls/item-list.tsx';
import { Approximately } from './approximately.tsx';
import { assetName } from './read-wallet.ts';
import type { Wallet } from './read-wallet.ts';
import type { Text } from './text.en.ts';

interface PartProps {
  readonly text: Text;
  readonly wallet: Wallet;
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
function AssetsCard({ text, wallet }: PartProps) {
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

function GuardCard({ text, wallet }: PartProps) {
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

/** What only an activated wallet has. */
export function Activated(props: PartProps) {
  return (
    <>
      <AssetsCard {...props} />
      <GuardCard {...props} />
    </>
  );
}
