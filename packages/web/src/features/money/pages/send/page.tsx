import { useMemo, useState } from 'preact/hooks';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { later } from '../../../../kit/controls/later.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Linked, type StandingLink } from '../../parts/linked.tsx';
import { Review } from './review.tsx';
import { SendForm } from './send-form.tsx';
import { draftFrom, findUnfinishedSend, sendLinkOf, sendPath, wishOf } from './wish.ts';
import type { Text } from './text.en.ts';

/** For those alone whose answer was lost. */
const Unfinished = later(6, async () => (await import('./unfinished.tsx')).Unfinished);

export function Page({ text, query }: PageProps<Text>) {
  const [round, setRound] = useState(0);
  const [lost, setLost] = useState(false);
  // Looked for at every step, not while one is under way: the review itself tells of an answer that was lost.
  const unfinished = useMemo(findUnfinishedSend, [query, round]);
  const link = sendLinkOf(query);
  const draft = draftFrom(query);
  // A link that leaves nothing to type leads to what will move, and to nothing before it.
  const isReview =
    query.get('step') === 'review' ||
    (link !== null && !link.open.includes('to') && !link.open.includes('amount'));
  const wish = isReview ? wishOf(draft, link?.clientId) : null;
  const reviews = wish !== null && !unfinished;
  const steps = (stands: StandingLink | null) => (
    <>
      {unfinished && (
        <Unfinished text={text} found={unfinished} link={stands} onDone={() => setRound(round + 1)} />
      )}
      {reviews && (
        <Review
          text={text}
          change={link?.open.length === 0 ? null : sendPath(draft, false, link)}
          here={sendPath(draft, true, link)}
          wish={wish}
          link={stands}
          onLost={() => setLost(true)}
        />
      )}
      {!unfinished && !wish && (
        <SendForm key={sendPath(draft, false, link)} text={text} start={draft} link={link} />
      )}
    </>
  );
  return (
    <div class="grid max-w-xl grid-cols-1 gap-6">
      <PageTitle lead={lost ? undefined : reviews ? text.reviewLead : text.lead}>
        {reviews ? text.reviewTitle : text.title}
      </PageTitle>
      {link ? (
        <Linked text={text.link} link={link} flaws={link.flaws.map((field) => text.link.flaws[field])}>
          {steps}
        </Linked>
      ) : (
        steps(null)
      )}
    </div>
  );
}
