import { useState } from 'preact/hooks';
import { api } from '../../../kit/api/api.ts';
import { languages } from '@pid/contract/languages';
import { locale } from '../../../kit/i18n/locale.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { Card } from '../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../kit/controls/confirm-dialog.tsx';
import { SelectField } from '../../../kit/controls/inputs.tsx';
import { showMonth } from './show-month.ts';
import type { FamilyText } from './text.en.ts';

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

function monthName(month: string): string {
  const { tag } = languages[locale.value];
  return new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' }).format(
    new Date(`2000-${month}-15T12:00:00Z`),
  );
}

/** Nothing is preselected: a preselected year would be the answer of players who only press the button. */
export function BirthMonthForm({ text, onSet }: { text: FamilyText; onSet: () => void }) {
  const [month, setMonth] = useState('');
  const [year, setYear] = useState('');
  const [isAsked, setAsked] = useState(false);
  const thisYear = new Date().getFullYear();
  const years = Array.from({ length: 118 }, (_, index) => String(thisYear - 3 - index));
  const birthMonth = `${year}-${month}`;
  return (
    <Card title={text.askTitle}>
      <div class="grid gap-4">
        <p>{text.askBody}</p>
        <div class="grid grid-cols-2 gap-3">
          <SelectField
            label={text.month}
            value={month}
            options={[
              { value: '', label: '–' },
              ...MONTHS.map((value) => ({ value, label: monthName(value) })),
            ]}
            onChange={setMonth}
          />
          <SelectField
            label={text.year}
            value={year}
            options={[{ value: '', label: '–' }, ...years.map((value) => ({ value, label: value }))]}
            onChange={setYear}
          />
        </div>
        <p>
          <Button look="sun" disabled={month === '' || year === ''} onClick={() => setAsked(true)}>
            {text.set}
          </Button>
        </p>
        <p class="text-sm text-muted">{text.askPrivacy}</p>
      </div>
      <ConfirmDialog
        open={isAsked}
        look="primary"
        title={isAsked ? text.setTitle(showMonth(birthMonth)) : ''}
        confirm={text.setConfirm}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          await api.call('setBirthMonth', { birthMonth });
          onSet();
        }}
      >
        <p>{text.setBody}</p>
      </ConfirmDialog>
    </Card>
  );
}
