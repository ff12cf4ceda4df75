import { useEffect } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { Balance, PlayerPayment, TopUp } from '../../../../kit/api/shapes.ts';
import { readSuspension, type Suspension } from '../../../../kit/suspension/read-suspension.ts';
import { BalancePanel } from '../../parts/balance-panel.tsx';
import { readLastTopUp } from '../../parts/top-ups.ts';
import { systemClock } from '../../../../kit/platform/clock.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { later, Skeleton, SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { askOf, readLook } from './look.ts';
import { StatementCard } from './statement-card.tsx';
import type { Text } from './text.en.ts';

/** Loaded on use: most visits show neither. The page waits for the script if it needs one. */
const HeldNotice = later(2, async () => (await import('./held-notice.tsx')).HeldNotice);
const LastTopUpNotice = later(2, async () => (await import('./last-top-up-notice.tsx')).LastTopUpNotice);

const BALANCE_EVERY_MILLISECONDS = 15_000;

const readBalance = (signal: AbortSignal) => api.call('getBalance', {}, { signal });

/** Reads the first held payments; the payments page lists all of them. */
async function readHeld(signal: AbortSignal): Promise<readonly PlayerPayment[]> {
  return (await api.call('listOwnPayments', { status: 'held', limit: 3 }, { signal })).items;
}

interface MoneyViewProps {
  readonly text: Text;
  readonly query: URLSearchParams;
  readonly suspension: Suspension;
  readonly balance: Balance;
  readonly topUp: TopUp | null;
  readonly held: readonly PlayerPayment[];
}

function MoneyView({ text, query, suspension, balance, topUp, held }: MoneyViewProps) {
  const now = systemClock.now();
  const look = readLook(query, now);
  const asked = askOf(look);
  const pages = usePages(
    JSON.stringify(asked),
    (page, options) => api.call('getStatement', { ...asked, ...page }, options),
    50,
  );
  const live = usePoll('balance', readBalance, {
    everyMilliseconds: BALANCE_EVERY_MILLISECONDS,
    first: balance,
  });
  const current = live.value ?? balance;
  useEffect(() => {
    // Money has moved, possibly on another device.
    if (current.balance !== balance.balance) pages.reload();
  }, [current.balance]);
  return (
    <>
      {suspension && (
        <suspension.Notice title={text.suspendedTitle} body={text.suspendedBody} reason={suspension.reason} />
      )}
      {topUp && <LastTopUpNotice text={text} first={topUp} onPaid={live.refresh} />}
      <BalancePanel text={text.money} balance={current.balance} mayMove={!suspension} />
      {held.length > 0 && (current.held ?? 0) > 0 && (
        <HeldNotice text={text} held={current.held ?? 0} payments={held} />
      )}
      <p>
        <a class="text-link inline-flex min-h-11 items-center" href={PAGE_PATHS.payments}>
          {text.payments}
        </a>
      </p>
      <StatementCard text={text} look={look} query={query} now={now} pages={pages} />
    </>
  );
}

export function Page({ text, query }: PageProps<Text>) {
  const loaded = useLoad('money', async (signal) => {
    const [identity, balance, topUp] = await Promise.all([
      api.call('getIdentity', {}, { signal }),
      readBalance(signal),
      readLastTopUp(signal),
    ]);
    const held = (balance.held ?? 0) > 0 ? await readHeld(signal) : [];
    await Promise.all([topUp && LastTopUpNotice.preload(), held.length > 0 && HeldNotice.preload()]);
    return { suspension: await readSuspension(identity, signal), balance, topUp, held };
  });
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {loaded.state === 'ready' && <MoneyView text={text} query={query} {...loaded.value} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={loaded.reload} />}
      {loaded.state === 'loading' && (
        <>
          <Skeleton class="h-44 w-full rounded-xl" />
          <SkeletonGroup lines={8} />
        </>
      )}
    </div>
  );
}
