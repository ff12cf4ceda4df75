import { api } from '../../../../kit/api/api.ts';
import { formatLamports, formatUnits } from '../../../../kit/format/lamports.ts';
import { formatNumberOfRupiah } from '../../../../kit/format/rupiah.ts';
import { locale, useCommon } from '../../../../kit/i18n/locale.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import type { BadgeTone } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { SkeletonGroup } from '../../../../kit/controls/loading.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ArrowDownIcon, ArrowUpIcon, WalletIcon } from '../../../../kit/controls/icons.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Asset, Chain, Operation } from '../../../../kit/api/shapes.ts';
import { mergeHistory, type HistoryLine, type Transfer } from './merge-history.ts';
import { assetName, shorten } from './read-wallet.ts';
import type { HistoryText } from './history.en.ts';

type Change = Transfer['changes'][number];

function amountOf(
  { asset, amount, decimals, direction }: Change,
  { assets, unnamed }: { readonly assets: readonly Asset[]; readonly unnamed: string },
): string {
  const name = assetName(assets.find((held) => held.asset === asset) ?? { asset }, unnamed);
  return `${direction === 'in' ? '+' : '\u2212'}${formatUnits(BigInt(amount), decimals, locale.value)} ${name}`;
}

function titleOf({ direction, counterparty, pid }: Change, text: HistoryText['history']): string {
  if (counterparty === null) return direction === 'in' ? text.in : text.fees;
  const name = pid ?? shorten(counterparty);
  return direction === 'in' ? text.from(name) : text.to(name);
}

const TONES: Partial<Record<Operation['state'], BadgeTone>> = {
  prepared: 'note',
  failed: 'bad',
  expired: 'plain',
  superseded: 'plain',
};

/** What the player paid for it; null if it cost nothing or the amount includes it. */
function costOf(operation: Operation, text: HistoryText['operations']): string | null {
  if (operation.price !== undefined) {
    const hasReturned = ['failed', 'expired', 'superseded'].includes(operation.state);
    const amount = formatNumberOfRupiah(operation.price);
    return hasReturned ? text.returned(amount) : text.byPlayer(amount);
  }
  const fees = BigInt(operation.networkFeeLamports) + BigInt(operation.protocolFeeLamports);
  if (fees === 0n) return text.byPid;
  const rent = BigInt(operation.rentLamports ?? 0);
  const shown = text.fees(formatLamports(fees, locale.value));
  return rent > 0n ? `${shown}, ${text.rent(formatLamports(rent, locale.value))}` : shown;
}

/**
 * There is no button to copy the other side's address: attackers send dust from look-alike addresses in the
 * hope that a player copies them.
 */
function Row(props: {
  text: HistoryText;
  token: string;
  line: HistoryLine;
  assets: readonly Asset[];
  explorerUrl: string | null;
}) {
  const { text, token, line, assets, explorerUrl } = props;
  const { transfer, operation, signature } = line;
  const [main, ...others] = transfer?.changes ?? [];
  const isIn = main?.direction === 'in';
  const Icon = isIn ? ArrowDownIcon : main ? ArrowUpIcon : WalletIcon;
  const names = { assets, unnamed: token };
  const tone = operation && TONES[operation.state];
  const cost = operation && costOf(operation, text.operations);
  const side = main && main.counterparty !== null ? titleOf(main, text.history) : null;
  const title = operation ? text.operations.kinds[operation.kind] : main ? titleOf(main, text.history) : '';
  return (
    <li class="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span
        class={`grid size-10 shrink-0 place-items-center rounded-full ${isIn ? 'bg-good-soft text-good' : 'bg-sunken text-muted'}`}
      >
        <Icon />
      </span>
      <span class="min-w-0 flex-1">
        <span class="flex flex-wrap justify-between gap-x-3">
          <span class="flex flex-wrap items-center gap-x-2 font-semibold">
            {title}
            {operation && tone && <Badge tone={tone}>{text.operations.states[operation.state]}</Badge>}
          </span>
          {main && (
            <span class={`font-semibold tabular-nums ${isIn ? 'text-good' : ''}`}>
              {amountOf(main, names)}
            </span>
          )}
        </span>
        {operation && side !== null && <span class="block text-sm break-all">{side}</span>}
        {others.map((change) => (
          <span key={change.asset} class="block text-right text-sm text-muted tabular-nums">
            {amountOf(change, names)}
          </span>
        ))}
        <span class="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
          <span>
            {line.at !== null && <DateTime value={line.at} />}
            {cost !== null && ` · ${cost}`}
            {transfer?.state === 'confirmed' && ` · ${text.history.notFinal}`}
          </span>
          {explorerUrl !== null && (
            <a
              class="text-link -my-2 inline-flex min-h-11 items-center"
              href={explorerUrl.replace('{signature}', encodeURIComponent(signature))}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={text.history.explorerLabel(shorten(signature))}
            >
              {text.history.explorer}
            </a>
          )}
        </span>
      </span>
    </li>
  );
}

export interface HistoryProps {
  readonly text: HistoryText;
  /** Accessible name of the list. */
  readonly label: string;
  /** What a token without a name is called. */
  readonly token: string;
  readonly chain: Chain;
  /** The names of tokens that the wallet holds. */
  readonly assets: readonly Asset[];
  /** A change of the balance reloads the list. */
  readonly balance: number;
}

/** One list: what the chain reports, and what PID submitted for the player. */
export function HistoryList({ text, label, token, chain, assets, balance }: HistoryProps) {
  const common = useCommon();
  const transfers = usePages(
    `transfers ${balance}`,
    (page, options) => api.call('listTransfers', page, options),
    20,
  );
  const operations = usePages(
    `operations ${balance}`,
    (page, options) => api.call('listOperations', page, options),
    20,
  );
  const both = [transfers, operations];
  const isLoading = both.some(({ state }) => state === 'loading');
  const lines = mergeHistory(transfers, operations);
  return (
    <div class="grid grid-cols-1 gap-4">
      {isLoading ? (
        <SkeletonGroup lines={4} />
      ) : lines.length === 0 ? (
        <p class="text-sm text-muted">{text.history.empty}</p>
      ) : (
        <ul class="divide-y divide-line" aria-label={label}>
          {lines.map((line) => (
            <Row
              key={line.signature}
              text={text}
              token={token}
              line={line}
              assets={assets}
              explorerUrl={chain.explorerUrl}
            />
          ))}
        </ul>
      )}
      {both.map((pages, index) => (
        <ErrorNotice key={index} error={pages.error} onRetry={pages.reload} />
      ))}
      {both.some(({ hasMore }) => hasMore) && (
        <Button
          look="plain"
          busy={both.some(({ busy }) => busy)}
          onClick={async () => {
            await Promise.all(both.map(({ showMore }) => showMore()));
          }}
        >
          {common.showMore}
        </Button>
      )}
    </div>
  );
}
