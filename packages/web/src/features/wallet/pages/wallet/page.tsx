import { useEffect, useRef, useState } from 'preact/hooks';
import { formatLamports } from '../../../../kit/format/lamports.ts';
import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import { locale, useCommon } from '../../../../kit/i18n/locale.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { localPath } from '../../../../kit/navigation/local-path.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { rememberSignedIn } from '../../../../kit/session/session.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { InSight } from '../../../../kit/controls/in-sight.tsx';
import { later, Skeleton, SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import { underWay } from '../../parts/signed-request.ts';
import type { SignedRequest } from '../../parts/signed-request.ts';
import type { CertificateProps } from './certificate-card.tsx';
import type { CertificateText } from './certificate.en.ts';
import type { HistoryProps } from './history-list.tsx';
import type { HistoryText } from './history.en.ts';
import { LateSelect } from './late-select.ts';
import { BalanceCard, ReceiveCard } from './overview.tsx';
import type { ProgressProps } from './progress.tsx';
import type { WalletProgressText } from './progress.en.ts';
import { readChain, readLive, readWallet } from './read-wallet.ts';
import type { LiveWallet, Wallet } from './read-wallet.ts';
import type { RotateProps } from './rotate.tsx';
import type { TaskText } from './tasks.en.ts';
import type { Text } from './text.en.ts';
import type { WithdrawProps } from './withdraw.tsx';

const EVERY_MILLISECONDS = 4_000;
/** The service reads the price of SOL once a minute. */
const PRICE_EVERY_MILLISECONDS = 60_000;

/** Announces a deposit visually and to a screen reader. */
function useDepositNotice(text: Text, balanceLamports: number): void {
  const last = useRef(balanceLamports);
  useEffect(() => {
    const gained = balanceLamports - last.current;
    last.current = balanceLamports;
    if (gained > 0) showToast(text.received(formatLamports(BigInt(gained), locale.value)));
  }, [balanceLamports]);
}

function Overview(props: {
  text: Text;
  wallet: Wallet;
  isLive: boolean;
  onSigned: (request: SignedRequest) => void;
  onChanged: () => void;
}) {
  const { text, wallet, isLive, onSigned, onChanged } = props;
  const isActivated = wallet.account.status === 'activated';
  return (
    <>
      {wallet.chain.cluster === 'embedded' && (
        <Notice title={text.testChainTitle}>{text.testChainBody}</Notice>
      )}
      <div class="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <div class="grid grid-cols-1 gap-6">
          <BalanceCard text={text} wallet={wallet} isLive={isLive} />
          {isActivated ? (
            <Activated text={text} wallet={wallet} />
          ) : (
            <ActivationCard text={text} wallet={wallet} onSigned={onSigned} onChanged={onChanged} />
          )}
        </div>
        <div class="grid grid-cols-1 gap-6">
          <ReceiveCard text={text} wallet={wallet} onFunded={onChanged} />
          {!isActivated && wallet.passkeys.length > 0 && <CertificateCard pid={wallet.account.pid} />}
        </div>
      </div>
      <Card title={text.historyTitle}>
        <InSight class="h-40">
          <HistoryList
            label={text.historyTitle}
            token={text.assets.token}
            chain={wallet.chain}
            assets={wallet.assets}
            balance={wallet.account.balanceLamports}
          />
        </InSight>
      </Card>
    </>
  );
}

const taskTexts = import.meta.glob('./tasks.*.ts');
const TASKS = {
  withdraw: laterWithText<Omit<WithdrawProps, 'text'>, TaskText>(
    6,
    taskTexts,
    async () => (await import('./withdraw.tsx')).Withdraw,
  ),
  rotate: laterWithText<Omit<RotateProps, 'text'>, TaskText>(
    6,
    taskTexts,
    async () => (await import('./rotate.tsx')).Rotate,
  ),
};
type TaskName = keyof typeof TASKS;

const Activated = later(8, async () => (await import('./activated.tsx')).Activated);
const ActivationCard = later(8, async () => (await import('./activation-card.tsx')).ActivationCard);
const CertificateCard = laterWithText<Omit<CertificateProps, 'text'>, CertificateText>(
  4,
  import.meta.glob('./certificate.*.ts'),
  async () => (await import('./certificate-card.tsx')).CertificateCard,
);
const HistoryList = laterWithText<Omit<HistoryProps, 'text'>, HistoryText>(
  6,
  import.meta.glob('./history.*.ts'),
  async () => (await import('./history-list.tsx')).HistoryList,
);
const Progress = laterWithText<Omit<ProgressProps, 'text'>, WalletProgressText>(
  6,
  import.meta.glob('./progress.*.ts'),
  async () => (await import('./progress.tsx')).Progress,
);

/** The path of a game session request that waits for this wallet; null if there is none. */
function gamePath(query: URLSearchParams): string | null {
  const path = localPath(query.get('returnTo'), location.origin, '');
  return path.startsWith(`${PAGE_PATHS.gameSession}?`) ? path : null;
}

interface ViewProps extends PageProps<Text> {
  readonly loaded: Wallet;
  readonly reload: () => void;
}

function View({ text, query, loaded, reload }: ViewProps) {
  const common = useCommon();
  const polled = usePoll<LiveWallet>('wallet', readLive, {
    everyMilliseconds: EVERY_MILLISECONDS,
    first: loaded,
  });
  const chain = usePoll('chain', readChain, {
    everyMilliseconds: PRICE_EVERY_MILLISECONDS,
    first: loaded.chain,
  });
  const wallet = { ...loaded, chain: chain.value ?? loaded.chain, ...polled.value };
  const { pid, status, balanceLamports } = wallet.account;
  useDepositNotice(text, balanceLamports);
  // A request that was signed before a reload continues.
  const [request, setRequest] = useState(() => underWay.read(pid));
  const asked = query.get('do');
  const task: TaskName | null =
    status === 'activated' && (asked === 'withdraw' || asked === 'rotate') ? asked : null;
  const refresh = () => {
    reload();
    polled.refresh();
  };
  const leave = async () => {
    setRequest(null);
    refresh();
    if (query.has('do')) await navigate(PAGE_PATHS.wallet, { replace: true });
  };
  const Task = task && TASKS[task];
  const game = gamePath(query);
  const title = task === 'withdraw' ? text.withdrawTitle : task === 'rotate' ? text.rotateTitle : text.title;
  return (
    <div class={`grid grid-cols-1 gap-6 ${request || task ? 'max-w-2xl' : ''}`}>
      {task !== null && (
        <a class="text-link w-fit text-sm" href={PAGE_PATHS.wallet}>
          ← {text.title}
        </a>
      )}
      <PageTitle lead={task === null ? text.lead : undefined}>{title}</PageTitle>
      {game !== null && !request && (
        <Notice
          tone={status === 'activated' ? 'good' : 'note'}
          title={status === 'activated' ? text.readyForGame : text.gameWaits}
          live
        >
          <a class="text-link inline-flex min-h-11 items-center" href={game}>
            {text.backToGame}
          </a>
        </Notice>
      )}
      {request ? (
        <Progress
          request={request}
          onward={game === null ? null : { label: text.backToGame, href: game }}
          onDone={() => void leave()}
        />
      ) : Task ? (
        <Task page={text} wallet={wallet} query={query} onSigned={setRequest} />
      ) : (
        <Overview
          text={text}
          wallet={wallet}
          isLive={!polled.error}
          onSigned={setRequest}
          onChanged={refresh}
        />
      )}
      <p class="sr-only" role="status">
        {polled.error ? common.errors.network : ''}
      </p>
    </div>
  );
}

export function Page(props: PageProps<Text>) {
  const { text } = props;
  const loaded = useLoad('wallet', async (signal) => {
    const wallet = await readWallet(signal);
    rememberSignedIn(wallet.account.pid);
    if (wallet.account.status === 'activated') await Activated.preload();
    else
      await Promise.all([
        ActivationCard.preload(),
        wallet.passkeys.length > 0 && CertificateCard.preload(),
        wallet.passkeys.length > 1 && LateSelect.preload(),
      ]);
    return wallet;
  });
  if (loaded.state === 'ready') return <View {...props} loaded={loaded.value} reload={loaded.reload} />;
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {loaded.state === 'failed' ? (
        <ErrorNotice error={loaded.error} onRetry={loaded.reload} />
      ) : (
        <div class="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <Skeleton class="h-40 w-full rounded-lg" />
          <SkeletonGroup lines={8} />
        </div>
      )}
    </div>
  );
}
