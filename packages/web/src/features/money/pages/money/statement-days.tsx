import { useState } from 'preact/hooks';
import type { Period } from '../../parts/period.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Field, Form } from '../../../../kit/controls/form.tsx';
import type { LookChange } from './look.ts';
import type { Text } from './text.en.ts';

function DayField({
  label,
  value,
  onInput,
}: {
  label: string;
  value: string;
  onInput: (day: string) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          class="input"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Selects a custom range of days. */
export function StatementDays({
  text,
  period,
  onLook,
}: {
  text: Text;
  period: Period;
  onLook: (change: LookChange) => void;
}) {
  const [from, setFrom] = useState(period.fromDay);
  const [to, setTo] = useState(period.toDay);
  return (
    <Form
      class="-mb-3 grid items-start gap-x-4 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={() => onLook({ period: 'custom', from, to })}
    >
      <DayField label={text.from} value={from} onInput={setFrom} />
      <DayField label={text.to} value={to} onInput={setTo} />
      <p class="pb-4 sm:pt-8">
        <Button type="submit" look="plain">
          {text.show}
        </Button>
      </p>
    </Form>
  );
}
