import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { formatUnits } from '../../../../kit/format/lamports.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '../../../../kit/controls/icons.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Chain } from '../../../../kit/api/shapes.ts';
import { shorten } from './read-wallet.ts';
import type { Text } from './text.en.ts';

type Transfer = Reply<'listTransfers'>['items'][number];
type Change = Transfer['changes'][number];

function amountOf({ asset, amount, decimals, direction }: Change, token: string): string {
  const name = asset === 'SOL' ? 'SOL' : `${token} ${shorten(asset)}`;
  return `${direction === 'in' ? '+' : '\u2212'}${formatUnits(BigInt(amount), decimals, locale.value)} ${name}`;
}

function titleOf({ direction, counterparty, pid }: Change, text: Text['history']): string {
  if (counterparty === null) return direction === 'in' ? text.in : text.fees;
  const name = pid ?? shorten(counterparty);
  return direction === 'in' ? text.from(name) : text.to(name);
}

/**
 * There is no button to copy the other side's address: attackers send dust from look-alike addresses in the
 * hope that a player copies them.
 */
function Row({
  text,
  transfer,
  explorerUrl,
}: {
  text: Text;
  transfer: Transfer;
  explorerUrl: string | null;
}) {
  const [main, ...others] = transfer.changes;
  if (!main) return null;
  const Icon = main.direction === 'in' ? ArrowDownIcon : ArrowUpIcon;
  const { token } = text.assets;
  return (
    <li class="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span
        class={`grid size-10 shrink-0 place-items-center rounded-full ${main.direction === 'in' ? 'bg-good-soft text-good' : 'bg-sunken text-muted'}`}
      >
        <Icon />
      </span>
      <span class="min-w-0 flex-1">
        <span class="flex flex-wrap justify-between gap-x-3">
          <span class="font-semibold">{titleOf(main, text.history)}</span>
          <span class={`font-semibold tabular-nums ${main.direction === 'in' ? 'text-good' : ''}`}>
            {amountOf(main, token)}
          </span>
        </span>
        {others.map((change) => (
          <span key={change.asset} class="block text-right text-sm text-muted tabular-nums">
            {amountOf(change, token)}
          </span>
        ))}
        <span class="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
          <span>
            {transfer.at !== null && <DateTime value={transfer.at} />}
            {transfer.state === 'confirmed' && ` · ${text.history.notFinal}`}
          </span>
          {explorerUrl !== null && (
            <a
              class="text-link -my-2 inline-flex min-h-11 items-center"
              href={explorerUrl.replace('{signature}', encodeURIComponent(transfer.signature))}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={text.history.explorerLabel(shorten(transfer.signature))}
            >
              {text.history.explorer}
            </a>
          )}
        </span>
      </span>
    </li>
  );
}

export interface HistoryCardProps {
  readonly text: Text;
  readonly chain: Chain;
  /** A change of the balance reloads the list. */
  readonly balance: number;
}

/** Lists incoming and outgoing transfers as the chain reports them. */
export function HistoryCard({ text, chain, balance }: HistoryCardProps) {
  const transfers = usePages(
    `transfers ${balance}`,
    (page, options) => api.call('listTransfers', page, options),
    20,
  );
  return (
    <Card title={text.history.title}>
      <div class="grid grid-cols-1 gap-4">
        <Listing pages={transfers} lines={4} none={<p class="text-sm text-muted">{text.history.empty}</p>}>
          {(rows) => (
            <ul class="divide-y divide-line" aria-label={text.history.title}>
              {rows.map((transfer) => (
                <Row
                  key={transfer.signature}
                  text={text}
                  transfer={transfer}
                  explorerUrl={chain.explorerUrl}
                />
              ))}
            </ul>
          )}
        </Listing>
      </div>
    </Card>
  );
}
