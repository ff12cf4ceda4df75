import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { StandingLink } from '../../parts/linked.tsx';
import { finishSend, Receiver } from './review.tsx';
import { quoteWish } from './wish.ts';
import type { UnfinishedSend } from './wish.ts';
import type { Text } from './text.en.ts';

/** An equal payment begun now would be taken for the lost one, so that one is settled first. */
export function Unfinished({
  text,
  found,
  link,
  onDone,
}: {
  text: Text;
  found: UnfinishedSend;
  link: StandingLink | null;
  onDone: () => void;
}) {
  const { wish } = found;
  const finish = useAction(async () => {
    const { debited } = await quoteWish(wish, new AbortController().signal);
    // Of another app's link, or of none: whoever is here now hears nothing of it.
    await finishSend(wish, debited, wish.clientId === link?.clientId ? link : null);
  });
  const drop = () => {
    found.drop();
    onDone();
  };
  return (
    <Card title={text.unfinishedTitle}>
      <div class="grid gap-4">
        <Receiver pid={wish.to} name={null} />
        <p>{text.unfinishedBody(formatRupiah(BigInt(wish.amount)), wish.to)}</p>
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
