import { useState } from 'preact/hooks';
import { api } from '../../../kit/api/api.ts';
import type { PlayerAllowance } from '../../../kit/api/shapes.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { DateTime } from '../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../kit/controls/error-notice.tsx';
import { Item, ItemList } from '../../../kit/controls/item-list.tsx';
import { showToast } from '../../../kit/controls/toast.tsx';
import { formatRupiah } from '../../../kit/format/rupiah.ts';
import type { AllowanceText } from './allowance-text.en.ts';

interface AllowanceListProps {
  readonly text: AllowanceText;
  readonly allowances: readonly PlayerAllowance[];
  /** False on the page of a game, which is named there already. */
  readonly namesApp?: boolean;
  readonly onEnded: () => void;
}

/** One tap ends an allowance at once: it only stops money from leaving, and the app can ask again. */
export function AllowanceList({ text, allowances, namesApp = true, onEnded }: AllowanceListProps) {
  const [error, setError] = useState<unknown>(null);
  const end = async ({ id, app }: PlayerAllowance) => {
    setError(null);
    try {
      await api.call('endAllowance', { id });
      showToast(text.ended(app.name));
      onEnded();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <>
      <ItemList label={text.title}>
        {allowances.map((allowance) => {
          const { id, app, amount, period, charged, description, endsAt } = allowance;
          return (
            <Item
              key={id}
              title={namesApp ? app.name : description}
              detail={
                <>
                  {namesApp && <span class="block">{description}</span>}
                  <span class="block">
                    {text.perPeriod[period](formatRupiah(BigInt(amount)))} {text.until}{' '}
                    <DateTime value={endsAt} style="date" />
                  </span>
                  <span class="block">{text.charged(formatRupiah(BigInt(charged)))}</span>
                </>
              }
              aside={
                <Button
                  look="plain"
                  small
                  label={text.endLabel(description, app.name)}
                  onClick={() => end(allowance)}
                >
                  {text.end}
                </Button>
              }
            />
          );
        })}
      </ItemList>
      <ErrorNotice error={error} />
    </>
  );
}
