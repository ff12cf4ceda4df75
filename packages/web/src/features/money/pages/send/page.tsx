import { useMemo, useState } from 'preact/hooks';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Review } from './review.tsx';
import { SendForm } from './send-form.tsx';
import { Unfinished } from './unfinished.tsx';
import { draftFrom, findUnfinishedSend, sendPath, wishOf } from './wish.ts';
import type { Text } from './text.en.ts';

export function Page({ text, query }: PageProps<Text>) {
  const [round, setRound] = useState(0);
  const [lost, setLost] = useState(false);
  // Looked for at every step, not while one is under way: the review itself tells of an answer that was lost.
  const unfinished = useMemo(findUnfinishedSend, [query, round]);
  const draft = draftFrom(query);
  const wish = query.get('step') === 'review' ? wishOf(draft) : null;
  const reviews = wish !== null && !unfinished;
  return (
    <div class="grid max-w-xl grid-cols-1 gap-6">
      <PageTitle lead={lost ? undefined : reviews ? text.reviewLead : text.lead}>
        {reviews ? text.reviewTitle : text.title}
      </PageTitle>
      {unfinished && <Unfinished text={text} found={unfinished} onDone={() => setRound(round + 1)} />}
      {reviews && <Review text={text} draft={draft} wish={wish} onLost={() => setLost(true)} />}
      {!unfinished && !wish && <SendForm key={sendPath(draft, false)} text={text} start={draft} />}
    </div>
  );
}
