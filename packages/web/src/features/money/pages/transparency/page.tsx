import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { locale } from '../../../../kit/i18n/locale.ts';
import { Money } from '../../../../kit/money/money.tsx';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import type { AnchorCheck, LogCheck } from '../../parts/check-books.ts';
import { LOG_TONES } from '../../parts/log-tones.ts';
import { readSeenBooks, thisDevice, type SeenBooks } from '../../parts/this-device.ts';
import { TotalsChart } from './totals-chart.tsx';
import type { Text } from './text.en.ts';

type Transparency = Reply<'getTransparency'>;

const counted = (count: number) => count.toLocaleString(locale.value);

function Owed({ text, liabilities }: { text: Text; liabilities: Transparency['liabilities'] }) {
  return (
    <Card title={text.owed}>
      {liabilities ? (
        <>
          <p class="text-3xl">
            <Money amount={liabilities.total} />
          </p>
          <p class="text-muted">
            {text.accounts(counted(liabilities.count))}, {text.on}{' '}
            <DateTime value={liabilities.date} style="date" />
          </p>
        </>
      ) : (
        <p class="text-muted">{text.none}</p>
      )}
    </Card>
  );
}

function Reserves({ text, reserves }: { text: Text; reserves: Transparency['reserves'] }) {
  return (
    <Card title={text.reserves}>
      {reserves ? (
        <>
          <p class="text-3xl">
            <Money amount={reserves.amount} />
          </p>
          <p class="break-words text-muted">
            {text.reservesFrom(reserves.source)}, <DateTime value={reserves.at} style="date" />
          </p>
        </>
      ) : (
        <p class="text-muted">{text.noReserves}</p>
      )}
    </Card>
  );
}

/** Where the chain has a public explorer. */
function ExplorerLink({ text, signature }: { text: Text; signature: string }) {
  const chain = useLoad('chain', (signal) => api.call('getChain', {}, { session: 'none', signal }));
  if (chain.state !== 'ready' || chain.value.explorerUrl === null) return null;
  return (
    <a
      class="text-link inline-flex min-h-11 items-center"
      href={chain.value.explorerUrl.replace('{signature}', encodeURIComponent(signature))}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text.openExplorer}
    </a>
  );
}

function Anchor({ text, anchor }: { text: Text; anchor: AnchorCheck | null }) {
  const { signature = null, memo, faults = [] } = anchor ?? {};
  return (
    <div class="grid grid-cols-1 gap-2">
      {faults.map((fault) => (
        <Notice key={fault} tone="bad">
          {text.totalFaults[fault]}
        </Notice>
      ))}
      {signature === null ? (
        <p class="text-muted">{text.noAnchor}</p>
      ) : (
        <>
          {!faults.includes('memo') && <Notice tone="good">{text.anchored}</Notice>}
          <p class="text-sm break-all text-muted">
            <code>{memo}</code>
          </p>
          <p>{text.explorer}</p>
          <p class="text-sm break-all text-muted">
            <code>{signature}</code>
          </p>
          <p class="flex flex-wrap items-center gap-3">
            <CopyButton look="quiet" value={signature} label={text.copyAnchor} />
            <ExplorerLink text={text} signature={signature} />
          </p>
        </>
      )}
    </div>
  );
}

function LogState({ text, log }: { text: Text; log: LogCheck | null }) {
  return log ? (
    <>
      <p class="text-muted">{text.entries(counted(log.size))}</p>
      <Notice tone={LOG_TONES[log.state]}>{text.states[log.state]}</Notice>
    </>
  ) : (
    <p class="text-muted">{text.noLog}</p>
  );
}

/** What the device verifies. Last, because its height changes when the check ends. */
function Checked({ text, state, seen }: { text: Text; state: Transparency; seen: SeenBooks }) {
  const { key } = state;
  const check = useLoad(`${key} ${state.checkpoint} ${state.anchor?.signature}`, async () => {
    const { checkPublished } = await import('../../parts/check-books.ts');
    return checkPublished(thisDevice, state, seen);
  });
  return (
    <>
      <Card title={text.anchor}>
        <WhenLoaded loaded={check} waiting={4}>
          {({ anchor }) => <Anchor text={text} anchor={anchor} />}
        </WhenLoaded>
      </Card>
      <Card title={text.log}>
        <div class="grid gap-3">
          <p class="break-all">{state.origin}</p>
          <WhenLoaded loaded={check} waiting={2}>
            {({ log }) => <LogState text={text} log={log} />}
          </WhenLoaded>
          {key !== null && (
            <div class="grid gap-2">
              <p class="text-sm break-all text-muted">
                {text.key}: <code>{key}</code>
              </p>
              <p>
                <CopyButton look="quiet" value={key} label={text.copyKey} />
              </p>
            </div>
          )}
        </div>
      </Card>
    </>
  );
}

/** What is owed, what is held, and whether the log is intact, for everyone. */
export function Page({ text }: PageProps<Text>) {
  const loaded = useLoad('transparency', async (signal) => ({
    seen: readSeenBooks(thisDevice),
    state: await api.call('getTransparency', {}, { signal }),
    history: await api.call('getTransparencyHistory', {}, { signal }),
  }));
  return (
    <div class="mx-auto grid w-full max-w-2xl grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <WhenLoaded loaded={loaded} waiting={12}>
        {({ seen, state, history }) => (
          <>
            <Owed text={text} liabilities={state.liabilities} />
            <Reserves text={text} reserves={state.reserves} />
            {history.items.length > 1 && (
              <Card title={text.chart}>
                <TotalsChart text={text} days={history.items} />
              </Card>
            )}
            <Card title={text.how}>
              <ul class="grid list-disc gap-2 pl-5">
                {text.ways.map((way) => (
                  <li key={way}>{way}</li>
                ))}
              </ul>
            </Card>
            <Checked text={text} state={state} seen={seen} />
          </>
        )}
      </WhenLoaded>
    </div>
  );
}
