import { useState } from 'preact/hooks';
import { buildRequest } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { StatementEntry } from '../../parts/shapes.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { BalanceChart } from '../../parts/balance-chart.tsx';
import { EntryList } from '../../parts/entry-list.tsx';
import { spanOf, PERIODS } from '../../parts/period.ts';
import type { Period, PeriodName } from '../../parts/period.ts';
import { receiptPath } from '../../parts/receipt-path.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Field } from '../../../../kit/controls/field.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { DownloadIcon } from '../../../../kit/controls/icons.tsx';
import { SelectField } from '../../../../kit/controls/inputs.tsx';
import { Skeleton, SkeletonGroup } from '../../../../kit/controls/skeleton.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Pages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

function showPeriod(query: Record<string, string>): void {
  const search = new URLSearchParams(query).toString();
  void navigate(`${PAGE_PATHS.money}?${search}`, { replace: true, keepFocus: true });
}

function DayField({
  label,
  value,
  onInput,
}: {
  label: string;
  value: string;
  onInput: (day: string) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          class="input"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function Days({ text, period }: { text: Text; period: Period }) {
  const [from, setFrom] = useState(period.fromDay);
  const [to, setTo] = useState(period.toDay);
  return (
    <Form
      class="mt-4 -mb-3 grid items-start gap-x-4 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={() => showPeriod({ period: 'custom', from, to })}
    >
      <DayField label={text.from} value={from} onInput={setFrom} />
      <DayField label={text.to} value={to} onInput={setTo} />
      <p class="pb-4 sm:pt-8">
        <Button type="submit" look="plain">
          {text.show}
        </Button>
      </p>
    </Form>
  );
}

/** The browser saves it while it comes in; asking for the balance first renews a session that has run out. */
function CsvButton({ text, period }: { text: Text; period: Period }) {
  const download = useAction(async () => {
    await api.call('getBalance');
    const link = document.createElement('a');
    link.href = buildRequest('getStatement', { ...spanOf(period), format: 'csv' }).path;
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

function Nothing({ text, period }: { text: Text; period: Period }) {
  if (period.name === 'all') return <EmptyState title={text.noneTitle}>{text.noneBody}</EmptyState>;
  return (
    <EmptyState
      title={text.nonePeriodTitle}
      action={
        <Button look="plain" onClick={() => showPeriod({ period: 'all' })}>
          {text.showAll}
        </Button>
      }
    >
      {text.nonePeriodBody}
    </EmptyState>
  );
}

export interface StatementCardProps {
  readonly text: Text;
  readonly period: Period;
  readonly now: number;
  readonly pages: Pages<StatementEntry>;
}

function Entries({ text, period, now, pages }: StatementCardProps) {
  const common = useCommon();
  const { items, hasMore } = pages;
  if (items.length === 0) return <Nothing text={text} period={period} />;
  return (
    <>
      <section class="grid gap-2" aria-label={text.chart}>
        <BalanceChart
          text={text}
          entries={items}
          from={hasMore ? null : period.from}
          to={Math.min(period.to ?? now, now)}
        />
        {hasMore && <p class="text-sm text-muted">{text.chartNewest(items.length)}</p>}
      </section>
      <EntryList text={text.money} label={text.entries} entries={items} receipt={receiptPath} />
      {hasMore && (
        <Button look="plain" busy={pages.busy} onClick={pages.showMore}>
          {common.showMore}
        </Button>
      )}
    </>
  );
}

export function StatementCard(props: StatementCardProps) {
  const { text, period, pages } = props;
  return (
    <Card title={text.statement} action={<CsvButton text={text} period={period} />}>
      <div class="grid grid-cols-1 gap-5">
        <div>
          <div class="-mb-3 max-w-xs">
            <SelectField<PeriodName>
              label={text.period}
              value={period.name}
              options={PERIODS.map((value) => ({ value, label: text.periods[value] }))}
              onChange={(name) => showPeriod({ period: name })}
            />
          </div>
          {period.name === 'custom' && <Days text={text} period={period} />}
        </div>
        {pages.state === 'loading' && (
          <>
            <Skeleton class="h-52 w-full" />
            <SkeletonGroup lines={10} />
          </>
        )}
        {pages.state === 'ready' && <Entries {...props} />}
        <ErrorNotice error={pages.error} onRetry={pages.reload} />
      </div>
    </Card>
  );
}
