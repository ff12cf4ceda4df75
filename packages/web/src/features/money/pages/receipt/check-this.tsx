import { useState } from 'preact/hooks';
import { Button } from '../../../../kit/controls/button.tsx';
import { CheckIcon, DownloadIcon, WarningIcon } from '../../../../kit/controls/icons.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { shareOrSave } from '../../../../kit/platform/share.ts';
import type { BooksCheck } from '../../parts/check-books.ts';
import type { CheckText } from './check-text.en.ts';

/** One step of the picture: what was compared, and whether it agrees. */
function Step({ isGood, children }: { isGood: boolean; children: string }) {
  const Icon = isGood ? CheckIcon : WarningIcon;
  return (
    <li
      class={`flex min-h-11 items-center gap-3 rounded-md border px-3 py-2 ${isGood ? 'border-good/40 text-good' : 'border-bad/40 text-bad'}`}
    >
      <Icon class="size-5 shrink-0" />
      <span class="text-ink">{children}</span>
    </li>
  );
}

function Result({ text, check }: { text: CheckText; check: BooksCheck }) {
  const { posting, balance } = check;
  const isGood =
    check.isSigned && check.isContinued && posting?.isProven !== false && balance?.isProven !== false;
  if (posting === null)
    return (
      <Notice tone="warn" live>
        {text.early}
      </Notice>
    );
  return (
    <div class="grid gap-3">
      <Notice tone={isGood ? 'good' : 'bad'} title={isGood ? text.good : text.bad} live>
        {isGood ? text.goodBody : text.badBody}
      </Notice>
      <ol class="grid gap-2" aria-label={text.steps}>
        <Step isGood={posting.isProven}>{text.posting(posting.isProven, posting.index + 1, check.size)}</Step>
        <Step isGood={check.isSigned}>{text.signed(check.isSigned, check.origin)}</Step>
        <Step isGood={check.isContinued}>{text.continued(check.isContinued)}</Step>
        {balance && (
          <Step isGood={balance.isProven}>
            {text.balance(balance.isProven, formatRupiah(BigInt(balance.amount)), balance.date)}
          </Step>
        )}
      </ol>
      <p>
        <Button look="plain" onClick={() => shareOrSave(check.file)}>
          <DownloadIcon class="size-4" />
          {text.save}
        </Button>
      </p>
    </div>
  );
}

/** Verifies a posting on this device and says the result. */
export function CheckThis({ text, postingId }: { text: CheckText; postingId: string }) {
  const [check, setCheck] = useState<BooksCheck | null>(null);
  const action = useAction(async () => {
    const { checkBooks } = await import('../../parts/check-books.ts');
    setCheck(await checkBooks(postingId));
  });
  return (
    <div class="grid gap-3 print:hidden">
      <p class="flex flex-wrap items-center gap-3">
        <Button look="plain" busy={action.busy} onClick={() => action.run()}>
          <CheckIcon class="size-4" />
          {text.check}
        </Button>
        <a class="text-link inline-flex min-h-11 items-center" href="/transparency">
          {text.more}
        </a>
      </p>
      {action.error !== null && <ErrorNotice error={action.error} />}
      {check && <Result text={text} check={check} />}
    </div>
  );
}
