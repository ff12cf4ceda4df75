import { useState, useEffect, useRef } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { NetworkError } from '../../../../kit/api/errors.ts';
import { api } from '../../../../kit/api/api.ts';
import type { SendQuote, StatementEntry } from '../../../../kit/api/shapes.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Agreed } from '../../../../kit/api/intents.ts';
import { systemClock } from '../../../../kit/platform/clock.ts';
import type { StandingLink } from '../../parts/linked.tsx';
import { Receiver } from './receiver.tsx';
import { Costs, Poor } from './review-parts.tsx';
import { hasSentTo } from './read-person.ts';
import { quoteRequest, sendRequest } from './send-money.ts';
import type { SendRequest } from './send-request.ts';
import type { ReviewText } from './review-text.en.ts';

const MOMENT_MILLISECONDS = 10 * 60_000;

/** True if an entry is the same send, already made. */
function isTwin(entry: StatementEntry, request: Pick<SendRequest, 'to' | 'amount'>): boolean {
  return (
    entry.type === 'send' &&
    entry.counterparty === request.to &&
    -entry.amount - (entry.fee ?? 0) === request.amount
  );
}

/**
 * Returns when the same amount was sent to the same player in the last minutes; null if it was not. A second
 * send may be a mistake.
 */
async function findTwin(request: SendRequest, signal?: AbortSignal): Promise<string | null> {
  const from = new Date(systemClock.now() - MOMENT_MILLISECONDS).toISOString();
  const { items } = await api.call('getStatement', { from, limit: 50 }, signal ? { signal } : {});
  return items.find((entry) => isTwin(entry, request))?.createdAt ?? null;
}

/** Another device may have sent money in the meantime, which this page cannot notice. */
const FRESH_MILLISECONDS = 20_000;

/**
 * Returns whether data read at a given time is still valid: it is recent, the page has been visible and
 * focused since then, and no other tab has started or ended a money operation.
 */
function useUndisturbed(): (since: number) => boolean {
  const disturbedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const disturb = () => {
      disturbedAt.current = systemClock.now();
    };
    const readOther = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith('pid:intent:')) disturb();
    };
    document.addEventListener('visibilitychange', disturb);
    window.addEventListener('blur', disturb);
    window.addEventListener('storage', readOther);
    return () => {
      document.removeEventListener('visibilitychange', disturb);
      window.removeEventListener('blur', disturb);
      window.removeEventListener('storage', readOther);
    };
  }, []);
  return (since) => {
    const age = systemClock.now() - since;
    return disturbedAt.current < since && age >= 0 && age < FRESH_MILLISECONDS;
  };
}

/**
 * The progress of a send. Once it has started, no text may say that no money has moved, and no app may be
 * told that it was cancelled.
 */
export type Progress = 'idle' | 'sending' | 'lost' | { readonly sent: string };

/** Sends the money, then goes to the receipt or back to the app whose link it was. */
export async function finishSend(
  request: SendRequest,
  agreed: Agreed,
  link: StandingLink | null,
): Promise<Progress> {
  const { id } = await sendRequest(request, agreed);
  if (link?.answer) link.answer({ status: 'posted', id });
  else await navigate(`${PAGE_PATHS.receipt.replace(':id', id)}?sent=1`, { replace: true });
  return { sent: id };
}

export interface ReviewProps {
  readonly text: ReviewText;
  readonly onProgress: (progress: Progress) => void;
  /** Where the player changes the send; null if a link fixes everything. */
  readonly change: string | null;
  /** The address of this review. */
  readonly here: string;
  readonly request: SendRequest;
  readonly link: StandingLink | null;
}

interface Quoted {
  readonly quote: SendQuote;
  /** Time of the quote. */
  readonly at: number;
  readonly payer: string;
  /** The time of an equal, recent send to the same player; null if there is none. */
  readonly twinAt: string | null;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** True if the payer has never sent money to this player. */
  readonly isNew: boolean;
}

function Confirm({
  text,
  change,
  here,
  request,
  link,
  quoted,
  isUndisturbed,
  onStale,
  onProgress,
}: ReviewProps & { quoted: Quoted; isUndisturbed: (since: number) => boolean; onStale: () => void }) {
  const { quote, name, avatarUrl, payer } = quoted;
  const [twinAt, setTwinAt] = useState(quoted.twinAt);
  const [lost, setLost] = useState(false);
  const [asks, setAsks] = useState(false);
  const send = useAction(async () => {
    onProgress('sending');
    try {
      onProgress(await finishSend(request, { payer, total: quote.debited }, link));
    } catch (error) {
      const isLost = error instanceof NetworkError || (error instanceof Refusal && error.status >= 500);
      setLost(isLost);
      onProgress(isLost ? 'lost' : 'idle');
      if (error instanceof Refusal && error.status === 409) onStale();
      throw error;
    }
  });
  const missing = quote.debited - quote.balance;
  const begin = useAction(async () => {
    // After a lost response this repeats the same request with the same idempotency key, so it is never paid
    // twice.
    if (lost) return send.run();
    // Check again only if another tab or device may have sent it in the meantime, because the check takes
    // time.
    const sentAt = twinAt ?? (isUndisturbed(quoted.at) ? null : await findTwin(request));
    if (sentAt === null) return send.run();
    setTwinAt(sentAt);
    setAsks(true);
  });
  return (
    <Card>
      <div class="grid gap-5">
        <Receiver pid={request.to} name={name} avatarUrl={avatarUrl} />
        {quoted.isNew && <Notice tone="warn">{text.firstTime(request.to)}</Notice>}
        <Costs text={text} request={request} quote={quote} />
        {missing > 0 && !lost && <Poor text={text} missing={missing} here={here} />}
        {lost && !send.busy ? (
          <Notice tone="warn" live>
            {text.lost}
          </Notice>
        ) : (
          <ErrorNotice error={send.error ?? begin.error} />
        )}
        <div class="flex flex-wrap gap-3">
          {(missing <= 0 || lost) && (
            <Button look="sun" busy={send.busy || begin.busy} waitsToBeRead onClick={begin.run}>
              {text.confirm(formatRupiah(BigInt(quote.debited)))}
            </Button>
          )}
          {change !== null && (
            <ButtonLink look="plain" href={change}>
              {text.change}
            </ButtonLink>
          )}
        </div>
      </div>
      {twinAt !== null && (
        <ConfirmDialog
          open={asks}
          look="sun"
          title={text.twinTitle}
          confirm={text.twinConfirm}
          onClose={() => setAsks(false)}
          onConfirm={async () => {
            setAsks(false);
            await send.run();
          }}
        >
          <p>
            {text.twinBody(formatRupiah(BigInt(request.amount)), request.to)} <DateTime value={twinAt} />
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

async function readQuote(request: SendRequest, signal: AbortSignal): Promise<Quoted> {
  const at = systemClock.now();
  const [quote, { pid: payer }, profile, twinAt, known] = await Promise.all([
    quoteRequest(request, signal),
    api.call('getIdentity', {}, { signal }),
    api.call('getPublicProfile', { pid: request.to }, { signal }),
    findTwin(request, signal),
    hasSentTo(request.to, signal).catch(() => null),
  ]);
  return {
    quote,
    at,
    payer,
    name: profile.displayName,
    avatarUrl: profile.avatarUrl,
    twinAt,
    isNew: known === false,
  };
}

/** Shows all details before money moves. */
export function Review(props: ReviewProps) {
  const { text, request } = props;
  const quoted = useLoad(JSON.stringify(request), (signal) => readQuote(request, signal));
  const isUndisturbed = useUndisturbed();
  if (quoted.state === 'ready')
    return <Confirm {...props} quoted={quoted.value} isUndisturbed={isUndisturbed} onStale={quoted.reload} />;
  if (quoted.state === 'loading')
    return (
      <Card>
        <SkeletonGroup lines={8} />
      </Card>
    );
  const change = props.change !== null && (
    <p>
      <ButtonLink look="plain" href={props.change}>
        {text.change}
      </ButtonLink>
    </p>
  );
  if (quoted.error instanceof Refusal && quoted.error.status === 404)
    return (
      <>
        <Notice tone="bad" live title={text.nobodyTitle}>
          {text.nobodyBody(request.to)}
        </Notice>
        {change}
      </>
    );
  return (
    <>
      <ErrorNotice error={quoted.error} onRetry={quoted.reload} />
      {change}
    </>
  );
}
