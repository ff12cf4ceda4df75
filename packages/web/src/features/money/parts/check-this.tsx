import { useState } from 'preact/hooks';
import { Button } from '../../../kit/controls/button.tsx';
import { CheckIcon } from '../../../kit/controls/icons.tsx';
import { ErrorNotice } from '../../../kit/controls/error-notice.tsx';
import { SkeletonGroup } from '../../../kit/controls/loading.tsx';
import { useAction } from '../../../kit/controls/use-action.ts';
import { laterWithText } from '../../../kit/i18n/late-text.tsx';
import type { BooksCheck, ShownEntry } from './check-books.ts';
import type { CheckResultProps } from './check-result.tsx';
import type { Text as ResultText } from './check-text.en.ts';
import { thisDevice } from './this-device.ts';

const CheckResult = laterWithText<Omit<CheckResultProps, 'text'>, ResultText>(
  3,
  import.meta.glob('./check-text.*.ts'),
  async () => (await import('./check-result.tsx')).CheckResult,
);

interface CheckThisProps {
  readonly text: { readonly check: string; readonly whatIsChecked: string };
  /** Names the saved proof. */
  readonly name: string;
  listShown(): Promise<readonly ShownEntry[]>;
}

/** Verifies the postings that a page shows on this device, and says the result. */
export function CheckThis({ text, name, listShown }: CheckThisProps) {
  const [check, setCheck] = useState<BooksCheck | null>(null);
  const action = useAction(async () => {
    const [{ checkBooks }, shown] = await Promise.all([
      import('./check-books.ts'),
      listShown(),
      CheckResult.preload(),
    ]);
    setCheck(await checkBooks(thisDevice, name, shown));
  });
  return (
    <div class="grid grid-cols-1 gap-3 print:hidden">
      <p class="flex flex-wrap items-center gap-3">
        <Button look="plain" busy={action.busy} onClick={() => action.run()}>
          <CheckIcon class="size-4" />
          {text.check}
        </Button>
        <a class="text-link inline-flex min-h-11 items-center" href="/transparency">
          {text.whatIsChecked}
        </a>
      </p>
      {action.error !== null && <ErrorNotice error={action.error} />}
      {(check || action.busy) && (
        // As tall as most results, so that what stands below moves with the press and not seconds later.
        <div class="min-h-96">{check ? <CheckResult check={check} /> : <SkeletonGroup lines={8} />}</div>
      )}
    </div>
  );
}
