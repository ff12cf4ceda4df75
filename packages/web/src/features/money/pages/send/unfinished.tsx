import { useEffect } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { Agreed } from '../../../../kit/api/intents.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { Money } from '../../../../kit/money/money.tsx';
import type { StandingLink } from '../../parts/linked.tsx';
import { finishSend, type Progress } from './review.tsx';
import { Receiver } from './receiver.tsx';
import type { ReviewText } from './review-text.en.ts';
import { isSameRequest, quoteRequest, sendRequest, type UnfinishedSend } from './send-money.ts';
import { reviewPath, type SendRequest } from './send-request.ts';

export interface UnfinishedProps {
  readonly text: ReviewText;
  readonly found: UnfinishedSend;
  readonly link: StandingLink | null;
  /** The send that the player requests now. */
  readonly request: SendRequest | null;
  readonly onDone: () => void;
  /** The unfinished send belongs to another player who used this device before. */
  readonly onForeign: () => void;
  readonly onProgress: (progress: Progress) => void;
}

/** The server would treat an equal new send as the lost one, so that one must be settled first. */
export function Unfinished(props: UnfinishedProps) {
  const { found, onForeign } = props;
  const me = useLoad('me', (signal) => api.call('getIdentity', {}, { signal }));
  const isForeign = me.state === 'ready' && (found.agreed?.payer ?? me.value.pid) !== me.value.pid;
  useEffect(() => {
    if (isForeign) onForeign();
  }, [isForeign]);
  if (isForeign) return null;
  return (
    <WhenLoaded loaded={me} waiting={6}>
      {({ pid }) => <Own {...props} pid={pid} />}
    </WhenLoaded>
  );
}

function Own({
  text,
  found,
  link,
  request: asked,
  pid,
  onDone,
  onProgress,
}: UnfinishedProps & { pid: string }) {
  const { request } = found;
  const finish = useAction(async () => {
    // Uses the total that the player agreed to. If the total has changed, the server refuses, and the player
    // reviews the send again.
    const agreed: Agreed = found.agreed ?? {
      payer: pid,
      total: (await quoteRequest(request, new AbortController().signal)).debited,
    };
    try {
      if (link === null || isSameRequest(request, asked))
        return onProgress(await finishSend(request, agreed, link));
      // It belongs to another link, so the app of the current link is not told.
      await sendRequest(request, agreed);
      showToast(text.sent);
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 409)) throw error;
      if (link === null) await navigate(reviewPath(request), { replace: true });
    }
    onDone();
  });
  const drop = () => {
    found.drop();
    onDone();
  };
  return (
    <Card title={text.unfinishedTitle}>
      <div class="grid gap-4">
        <Receiver pid={request.to} name={null} avatarUrl={null} />
        <p>{text.unfinishedBody(formatRupiah(BigInt(request.amount)), request.to)}</p>
        {found.agreed && (
          <Facts>
            <Fact label={text.pays}>
              <Money amount={found.agreed.total} />
            </Fact>
          </Facts>
        )}
        <p class="text-sm text-muted">
          {text.unfinishedSince} <DateTime value={new Date(found.startedAt).toISOString()} />
        </p>
        <ErrorNotice error={finish.error} />
        <div class="flex flex-wrap gap-3">
          <Button look="sun" busy={finish.busy} onClick={() => finish.run()}>
            {text.finish}
          </Button>
          <Button look="plain" onClick={drop}>
            {text.drop}
          </Button>
        </div>
        <p class="text-sm text-muted">
          {text.dropHint}{' '}
          <a class="text-link" href={PAGE_PATHS.money}>
            {text.statement}
          </a>
        </p>
      </div>
    </Card>
  );
}
