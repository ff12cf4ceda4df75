import { useMemo, useState } from 'preact/hooks';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { UnlessSuspended } from '../../../../kit/suspension/unless-suspended.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import type { StandingLink } from '../../parts/linked.tsx';
import type { Progress } from './review.tsx';
import { SendForm } from './send-form.tsx';
import { draftFrom, findUnfinishedSend, sendLinkOf, sendPath, sendRequestOf } from './send-request.ts';
import type { Text } from './text.en.ts';

/** Only for players who come through an app's link. */
const Linked = later(8, async () => (await import('../../parts/linked.tsx')).Linked);
/** Only for players whose last response was lost. */
const Unfinished = later(6, async () => (await import('./unfinished.tsx')).Unfinished);
/** The form loads it while the player types. */
const Review = later(6, async () => (await import('./review.tsx')).Review);
/** Shown until the app's page opens, which may be slow or happen elsewhere. */
const Sent = later(0, async () => (await import('./sent.tsx')).Sent);

export function Page({ text, query }: PageProps<Text>) {
  const [round, setRound] = useState(0);
  const [progress, setProgress] = useState<Progress>('idle');
  const [foreign, setForeign] = useState<number | null>(null);
  // Checked at every step, but not during a send: the review itself reports a lost response.
  const found = useMemo(findUnfinishedSend, [query, round]);
  const unfinished = found?.startedAt === foreign ? null : found;
  const link = sendLinkOf(query);
  const draft = draftFrom(query);
  // A link without open fields leads directly to the review.
  const isReview =
    query.get('step') === 'review' ||
    (link !== null && !link.open.includes('to') && !link.open.includes('amount'));
  const asked = sendRequestOf(draft, link?.clientId);
  const request = isReview ? asked : null;
  const reviews = request !== null && !unfinished;
  const sent = typeof progress === 'object' ? progress.sent : null;
  const steps = (stands: StandingLink | null) =>
    stands && sent !== null ? (
      <Sent text={text} link={stands} id={sent} />
    ) : (
      <>
        {unfinished && (
          <Unfinished
            text={text}
            found={unfinished}
            link={stands}
            request={asked}
            onDone={() => {
              setProgress('idle');
              setRound(round + 1);
            }}
            onForeign={() => setForeign(unfinished.startedAt)}
            onProgress={setProgress}
          />
        )}
        {reviews && (
          <Review
            text={text}
            change={link?.open.length === 0 ? null : sendPath(draft, false, link)}
            here={sendPath(draft, true, link)}
            request={request}
            link={stands}
            onProgress={setProgress}
          />
        )}
        {!unfinished && !request && (
          <SendForm
            key={sendPath(draft, false, link)}
            text={text}
            start={draft}
            link={link}
            loadReview={Review.preload}
          />
        )}
      </>
    );
  return (
    <div class="grid max-w-xl grid-cols-1 gap-6">
      <PageTitle
        lead={progress === 'lost' || sent !== null ? undefined : reviews ? text.reviewLead : text.lead}
      >
        {reviews ? text.reviewTitle : text.title}
      </PageTitle>
      {link ? (
        <Linked
          text={text.link}
          link={link}
          flaws={link.flaws.map((field) => text.link.flaws[field])}
          cancellable={progress === 'idle' && !unfinished}
        >
          {(stands) => <UnlessSuspended>{steps(stands)}</UnlessSuspended>}
        </Linked>
      ) : (
        <UnlessSuspended>{steps(null)}</UnlessSuspended>
      )}
    </div>
  );
}
