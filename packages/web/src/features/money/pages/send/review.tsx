import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { NetworkError } from '../../../../kit/api/errors.ts';
import { api } from '../../../../kit/api/api.ts';
import type { SendQuote } from '../../parts/shapes.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { Money } from '../../parts/money.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { SigilPicture } from '../../../../kit/controls/sigil.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { SkeletonGroup } from '../../../../kit/controls/skeleton.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad } from '../../../../kit/controls/use-load.ts';
import { findTwin } from './find-twin.ts';
import type { StandingLink } from '../../parts/linked.tsx';
import { quoteWish, sendWish } from './wish.ts';
import type { SendWish } from './wish.ts';
import type { Text } from './text.en.ts';

/** The permanent name first: the other one is whatever its owner likes to be called today. */
export function Receiver({ pid, name }: { pid: string; name: string | null }) {
  return (
    <div class="flex items-center gap-4">
      <span class="rounded-lg bg-[#08402f] p-2.5">
        <SigilPicture handle={pid.replace(/@pid$/u, '')} class="size-10" />
      </span>
      <p class="min-w-0 break-words">
        <strong class="block">{pid}</strong>
        {name !== null && <span class="block text-sm text-muted">{name}</span>}
      </p>
    </div>
  );
}

/** To the receipt, or back to the app whose link it was. */
export async function finishSend(wish: SendWish, total: number, link: StandingLink | null): Promise<void> {
  const { id } = await sendWish(wish, total);
  if (link?.answer) return link.answer({ status: 'posted', id });
  await navigate(`${PAGE_PATHS.receipt.replace(':id', id)}?sent=1`, { replace: true });
}

function Costs({ text, wish, quote }: { text: Text; wish: SendWish; quote: SendQuote }) {
  const { fees, debited, balance, amount } = quote;
  return (
    <Facts>
      <Fact label={text.receives}>
        <Money amount={amount} />
      </Fact>
      <Fact label={text.fee}>{fees.global === 0 ? text.noFee : <Money amount={fees.global} />}</Fact>
      {fees.app > 0 && (
        <Fact label={text.appFee}>
          <Money amount={fees.app} />
        </Fact>
      )}
      <Fact label={text.pays}>
        <Money amount={debited} class="font-display text-xl" />
      </Fact>
      {balance >= debited && (
        <Fact label={text.left}>
          <Money amount={balance - debited} />
        </Fact>
      )}
      {wish.note !== undefined && (
        <Fact label={text.message}>
          <span class="break-words">{wish.note}</span>
        </Fact>
      )}
    </Facts>
  );
}

/** Topping up leads back to this very send. */
function Poor({ text, missing, here }: { text: Text; missing: number; here: string }) {
  const query = new URLSearchParams({ amount: String(missing), returnTo: here });
  const path = `${PAGE_PATHS.topUp}?${query.toString()}`;
  return (
    <Notice
      tone="warn"
      title={text.poorTitle}
      action={
        <ButtonLink small href={path}>
          {text.topUp}
        </ButtonLink>
      }
    >
      {text.poorBody(formatRupiah(BigInt(missing)))}
    </Notice>
  );
}

interface ReviewProps {
  readonly text: Text;
  /** No answer came: from now on nobody may say that nothing has moved. */
  readonly onLost: () => void;
  /** Where to change it; null when a link leaves nothing to change. */
  readonly change: string | null;
  /** This very review. */
  readonly here: string;
  readonly wish: SendWish;
  readonly link: StandingLink | null;
}

interface Quoted {
  readonly quote: SendQuote;
  /** When the same was sent to the same person a moment ago. */
  readonly twinAt: string | null;
  readonly name: string | null;
}

function Confirm({
  text,
  change,
  here,
  wish,
  link,
  quoted,
  onStale,
  onLost,
}: ReviewProps & { quoted: Quoted; onStale: () => void }) {
  const { quote, name } = quoted;
  const [twinAt, setTwinAt] = useState(quoted.twinAt);
  const [lost, setLost] = useState(false);
  const [asks, setAsks] = useState(false);
  const send = useAction(async () => {
    try {
      await finishSend(wish, quote.debited, link);
    } catch (error) {
      const isLost = error instanceof NetworkError || (error instanceof Refusal && error.status >= 500);
      setLost(isLost);
      if (isLost) onLost();
      if (error instanceof Refusal && error.status === 409) onStale();
      throw error;
    }
  });
  const missing = quote.debited - quote.balance;
  const begin = useAction(async () => {
    // Once lost it is the same wish again, which is never paid twice.
    if (lost) return send.run();
    // Looked at again: another tab or device may have sent it while this review stood here.
    const sentAt = twinAt ?? (await findTwin(wish));
    if (sentAt === null) return send.run();
    setTwinAt(sentAt);
    setAsks(true);
  });
  return (
    <Card>
      <div class="grid gap-5">
        <Receiver pid={wish.to} name={name} />
        <Costs text={text} wish={wish} quote={quote} />
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
            {text.twinBody(formatRupiah(BigInt(wish.amount)), wish.to)} <DateTime value={twinAt} />
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

async function readQuote(wish: SendWish, signal: AbortSignal): Promise<Quoted> {
  const [quote, profile, twinAt] = await Promise.all([
    quoteWish(wish, signal),
    api.call('getPublicProfile', { pid: wish.to }, { signal }),
    findTwin(wish, signal),
  ]);
  return { quote, name: profile.displayName, twinAt };
}

/** What will move, in full, before anything does. */
export function Review(props: ReviewProps) {
  const { text, wish } = props;
  const quoted = useLoad(JSON.stringify(wish), (signal) => readQuote(wish, signal));
  if (quoted.state === 'ready') return <Confirm {...props} quoted={quoted.value} onStale={quoted.reload} />;
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
          {text.nobodyBody(wish.to)}
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
