import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { SkeletonGroup } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { checkoutPath, lastTopUp } from '../../parts/top-ups.ts';
import type { StandingLink } from '../../parts/linked.tsx';
import type { TopUp } from '../../../../kit/api/shapes.ts';
import type { CameBackText } from './came-back.en.ts';

const EVERY_MILLISECONDS = 5_000;

/** The result in the terms of the app's response: paid, pending or failed. */
function outcomeOf({ status }: TopUp): 'paid' | 'pending' | 'failed' {
  return status === 'paid' || status === 'pending' ? status : 'failed';
}

export interface CameBackProps {
  readonly text: CameBackText;
  readonly link: StandingLink;
}

/** Shown after the checkout: the result of the top-up. Returns to the app once the top-up is paid. */
export function CameBack({ text, link }: CameBackProps) {
  const [id] = useState(() => lastTopUp.read() ?? '');
  const polled = usePoll(id, (signal) => api.call('getTopUp', { id }, { signal }), {
    everyMilliseconds: EVERY_MILLISECONDS,
    isDone: (topUp) => outcomeOf(topUp) !== 'pending',
  });
  const topUp = polled.value;
  const outcome = topUp ? outcomeOf(topUp) : null;
  const tell = () => outcome !== null && link.answer?.({ status: outcome, id });
  useEffect(() => {
    // A paid one is kept: after a reload, this page must not offer to pay again.
    if (outcome === 'failed') lastTopUp.forget();
    if (outcome === 'paid' && !topUp?.setAside) tell();
  }, [outcome]);
  if (!topUp)
    return polled.error ? (
      <ErrorNotice error={polled.error} onRetry={polled.refresh} />
    ) : (
      <SkeletonGroup lines={3} />
    );
  const amount = formatRupiah(BigInt(topUp.amount));
  const back = link.answer && (
    <Button look={outcome === 'paid' ? 'sun' : 'plain'} onClick={() => void tell()}>
      {link.text.goBack(link.app.name)}
    </Button>
  );
  if (topUp.setAside)
    return (
      <Notice tone="warn" live title={text.setAsideTitle} action={back}>
        {text.setAsideBody(amount)}
      </Notice>
    );
  if (outcome === 'paid')
    return (
      <Notice tone="good" live title={text.paidTitle} action={back}>
        {text.paidBody(amount)}
      </Notice>
    );
  const again = new URLSearchParams(location.search);
  again.delete('step');
  return (
    <Notice
      tone={outcome === 'failed' ? 'warn' : 'note'}
      live
      title={outcome === 'failed' ? text.failedTitle : text.pendingTitle}
      action={
        <span class="flex flex-wrap gap-3">
          {outcome === 'failed' ? (
            <ButtonLink href={`${location.pathname}?${again.toString()}`}>{text.again}</ButtonLink>
          ) : (
            <ButtonLink href={checkoutPath(topUp)}>{text.pendingOpen}</ButtonLink>
          )}
          {back}
        </span>
      }
    >
      {outcome === 'failed' ? text.failedBody : text.pendingBody(amount)}
    </Notice>
  );
}
