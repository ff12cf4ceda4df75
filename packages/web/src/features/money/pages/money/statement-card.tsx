import { buildRequest } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { StatementEntry } from '../../../../kit/api/shapes.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { BalanceChart } from '../../parts/balance-chart.tsx';
import { CheckThis } from '../../parts/check-this.tsx';
import { ownPayment } from '../../parts/describe-entry.ts';
import { EntryList } from '../../parts/entry-list.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { DownloadIcon } from '../../../../kit/controls/icons.tsx';
import { Skeleton, SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Pages } from '../../../../kit/controls/use-pages.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { askOf, changeLook, isFiltered, type Look } from './look.ts';
import { StatementFilter } from './statement-filter.tsx';
import type { Text } from './text.en.ts';

/** Payments and sends have receipts of their own. Other entries are looked up in the statement by their time. */
function receiptPath(entry: StatementEntry): string {
  const payment = ownPayment(entry);
  if (payment !== undefined) return PAGE_PATHS.paymentReceipt.replace(':id', payment);
  const path = PAGE_PATHS.receipt.replace(':id', entry.id);
  return entry.type === 'send' || entry.type === 'receive'
    ? path
    : `${path}?at=${encodeURIComponent(entry.createdAt)}`;
}

/** The browser saves the file while it downloads. The balance request before it renews an expired session. */
function CsvButton({ text, look }: { text: Text; look: Look }) {
  const download = useAction(async () => {
    await api.call('getBalance');
    const link = document.createElement('a');
    link.href = buildRequest('getStatement', { ...askOf(look), format: 'csv' }).path;
    link.download = 'statement.csv';
    link.click();
  });
  return (
    <>
      <Button look="plain" small busy={download.busy} onClick={() => download.run()}>
        <DownloadIcon class="size-4" />
        {text.csv}
      </Button>
      <ErrorNotice error={download.error} />
    </>
  );
}

/** A longer period helps only if there is an older entry. */
function NothingInPeriod({ text, look, query }: Pick<StatementCardProps, 'text' | 'look' | 'query'>) {
  const isAll = look.period.name === 'all';
  const latest = useLoad(String(isAll), async (signal) =>
    isAll ? null : ((await api.call('getStatement', { limit: 1 }, { signal })).items[0] ?? null),
  );
  if (latest.state === 'loading') return <SkeletonGroup lines={3} />;
  if (latest.state === 'ready' && latest.value === null)
    return <EmptyState title={text.noneTitle}>{text.noneBody}</EmptyState>;
  return (
    <EmptyState
      title={text.nonePeriodTitle}
      action={
        <Button look="plain" onClick={() => changeLook(query, { period: 'all' })}>
          {text.showAll}
        </Button>
      }
    >
      {text.nonePeriodBody}
    </EmptyState>
  );
}

function Nothing({ text, look, query, pages }: StatementCardProps) {
  if (pages.hasMore)
    return (
      <EmptyState
        title={text.noneYetTitle}
        action={
          <Button look="plain" busy={pages.busy} onClick={pages.showMore}>
            {text.lookFurther}
          </Button>
        }
      >
        {text.noneYetBody}
      </EmptyState>
    );
  if (!isFiltered(look)) return <NothingInPeriod text={text} look={look} query={query} />;
  return (
    <EmptyState
      title={text.noneFoundTitle}
      action={
        <Button look="plain" onClick={() => changeLook(query, { period: 'all', direction: 'all', q: '' })}>
          {text.showAll}
        </Button>
      }
    >
      {text.noneFoundBody}
    </EmptyState>
  );
}

/** The newest entries: the proof of each one is a request. */
const CHECKED_MAX = 25;

interface StatementCardProps {
  readonly text: Text;
  readonly look: Look;
  readonly query: URLSearchParams;
  readonly now: number;
  readonly pages: Pages<StatementEntry>;
}

function Entries(props: StatementCardProps) {
  const { text, look, now, pages } = props;
  const common = useCommon();
  const { items, hasMore } = pages;
  const { period } = look;
  if (items.length === 0) return <Nothing {...props} />;
  return (
    <>
      {!isFiltered(look) && (
        <section class="grid gap-2" aria-label={text.chart}>
          <BalanceChart
            text={text}
            entries={items}
            from={hasMore ? null : period.from}
            to={Math.min(period.to ?? now, now)}
          />
          {hasMore && <p class="text-sm text-muted">{text.chartNewest(items.length)}</p>}
        </section>
      )}
      <EntryList text={text.money} label={text.entries} entries={items} receipt={receiptPath} />
      {hasMore && (
        <Button look="plain" busy={pages.busy} onClick={pages.showMore}>
          {common.showMore}
        </Button>
      )}
      <CheckThis text={text.money} name="statement" listShown={async () => items.slice(0, CHECKED_MAX)} />
    </>
  );
}

export function StatementCard(props: StatementCardProps) {
  const { text, look, query, now, pages } = props;
  return (
    <Card title={text.statement} action={<CsvButton text={text} look={look} />}>
      <div class="grid grid-cols-1 gap-5">
        <StatementFilter text={text} look={look} now={now} onLook={(change) => changeLook(query, change)} />
        {pages.state === 'loading' && (
          <>
            {!isFiltered(look) && <Skeleton class="h-52 w-full" />}
            <SkeletonGroup lines={10} />
          </>
        )}
        {pages.state === 'ready' && <Entries {...props} />}
        <ErrorNotice error={pages.error} onRetry={pages.reload} />
      </div>
    </Card>
  );
}
