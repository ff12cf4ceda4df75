import { useMemo, useState } from 'preact/hooks';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { UnlessSuspended } from '../../../../kit/suspension/unless-suspended.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import { deviceStorage, intentKey } from '../../../../kit/platform/storage.ts';
import { LateLinked } from '../../parts/late-linked.ts';
import type { StandingLink } from '../../parts/linked.tsx';
import type { Progress, ReviewProps } from './review.tsx';
import type { ReviewText } from './review-text.en.ts';
import { SendForm } from './send-form.tsx';
import { draftFrom, SEND, sendLinkOf, sendPath, sendRequestOf } from './send-request.ts';
import type { SentProps } from './sent.tsx';
import type { Text } from './text.en.ts';
import type { UnfinishedProps } from './unfinished.tsx';

const reviewTexts = import.meta.glob('./review-text.*.ts');
/** Only for players whose last response was lost. */
const Unfinished = laterWithText<Omit<UnfinishedProps, 'text'>, ReviewText>(
  6,
  reviewTexts,
  async () => (await import('./unfinished.tsx')).Unfinished,
);
/** The form loads it while the player types. */
const Review = laterWithText<Omit<ReviewProps, 'text'>, ReviewText>(
  6,
  reviewTexts,
  async () => (await import('./review.tsx')).Review,
);
/** Shown until the app's page opens, which may be slow or happen elsewhere. */
const Sent = laterWithText<Omit<SentProps, 'text'>, ReviewText>(
  0,
  reviewTexts,
  async () => (await import('./sent.tsx')).Sent,
);

/** Most devices store no send without a response, and do not load the module that reads it. */
const loadSendMoney = async (isStored: boolean) => (isStored ? import('./send-money.ts') : null);

export function Page({ text, query }: PageProps<Text>) {
  const [round, setRound] = useState(0);
  const [progress, setProgress] = useState<Progress>('idle');
  const [foreign, setForeign] = useState<number | null>(null);
  // Checked at every step, but not during a send: the review itself reports a lost response.
  const isStored = useMemo(() => deviceStorage.get(intentKey(SEND)) !== null, [query, round]);
  const sendMoney = useLoad(String(isStored), () => loadSendMoney(isStored));
  const reader = sendMoney.state === 'ready' ? sendMoney.value : null;
  const found = useMemo(
    () => (isStored && reader ? reader.findUnfinishedSend() : null),
    [query, round, reader],
  );
  const isReading = isStored && reader === null;
  const unfinished = found?.startedAt === foreign ? null : found;
  const link = sendLinkOf(query);
  const draft = draftFrom(query);
  // A link without open fields leads directly to the review.
  const isReview =
    query.get('step') === 'review' ||
    (link !== null && !link.open.includes('to') && !link.open.includes('amount'));
  const asked = sendRequestOf(draft, link?.clientId);
  const request = isReview ? asked : null;
  const reviews = request !== null && !unfinished && !isReading;
  const sent = typeof progress === 'object' ? progress.sent : null;
  const steps = (stands: StandingLink | null) =>
    stands && sent !== null ? (
      <Sent link={stands} id={sent} />
    ) : isReading ? (
      <WhenLoaded loaded={sendMoney} waiting={6} />
    ) : (
      <>
        {unfinished && (
          <Unfinished
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
            fixed={stands?.text.fixed}
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
        <LateLinked
          link={link}
          flaws={link.flaws}
          cancellable={progress === 'idle' && !unfinished && !isReading}
        >
          {(stands) => <UnlessSuspended>{steps(stands)}</UnlessSuspended>}
        </LateLinked>
      ) : (
        <UnlessSuspended>{steps(null)}</UnlessSuspended>
      )}
    </div>
  );
}
