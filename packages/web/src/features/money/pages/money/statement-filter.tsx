import { useState } from 'preact/hooks';
import { useCommon, locale } from '../../../../kit/i18n/locale.ts';
import { formatDateTime } from '../../../../kit/format/date-time.ts';
import { lastMonths, PERIODS } from '../../parts/period.ts';
import { DIRECTIONS, type Direction, type Look, type LookChange } from './look.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { CrossIcon, SearchIcon } from '../../../../kit/controls/icons.tsx';
import { SelectField } from '../../../../kit/controls/inputs.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import type { Text } from './text.en.ts';

/** Loaded on use: few players choose a custom range. */
const StatementDays = later(2, async () => (await import('./statement-days.tsx')).StatementDays);

interface FilterProps {
  readonly text: Text;
  readonly look: Look;
  readonly now: number;
  readonly onLook: (change: LookChange) => void;
}

function Search({ text, look, onLook }: Omit<FilterProps, 'now'>) {
  const common = useCommon();
  const [typed, setTyped] = useState(look.search);
  const clear = () => {
    setTyped('');
    onLook({ q: '' });
  };
  return (
    <Form class="flex gap-2" role="search" onSubmit={() => onLook({ q: typed.trim() })}>
      <div class="relative min-w-0 flex-1">
        <input
          type="text"
          inputMode="search"
          enterkeyhint="search"
          class="input pr-12"
          aria-label={text.search}
          placeholder={text.searchHint}
          maxLength={64}
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {typed !== '' && (
          <button
            type="button"
            class="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted"
            aria-label={common.clear}
            onClick={clear}
          >
            <CrossIcon class="size-4" />
          </button>
        )}
      </div>
      <Button type="submit" look="plain" label={text.find}>
        <SearchIcon class="size-5" />
      </Button>
    </Form>
  );
}

/**
 * Filters the entries by period, direction and search text. The address contains the filter, so that the back
 * button restores it.
 */
export function StatementFilter({ text, look, now, onLook }: FilterProps) {
  const { period } = look;
  const months = lastMonths(now).map((value) => ({
    value,
    label: formatDateTime(`${value}-15T12:00:00`, locale.value, 'month'),
  }));
  return (
    <div class="grid grid-cols-1 gap-4">
      <Search key={look.search} text={text} look={look} onLook={onLook} />
      <div class="-mb-5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-x-3">
        <SelectField<string>
          label={text.period}
          value={period.month ?? period.name}
          options={[
            ...PERIODS.filter((name) => name !== 'custom').map((value) => ({
              value,
              label: text.periods[value],
            })),
            ...months,
            { value: 'custom', label: text.periods.custom },
          ]}
          onChange={(name) => onLook({ period: name })}
        />
        <SelectField<Direction>
          label={text.direction}
          value={look.direction}
          options={DIRECTIONS.map((value) => ({ value, label: text.directions[value] }))}
          onChange={(direction) => onLook({ direction })}
        />
      </div>
      {period.name === 'custom' && <StatementDays text={text} period={period} onLook={onLook} />}
    </div>
  );
}
