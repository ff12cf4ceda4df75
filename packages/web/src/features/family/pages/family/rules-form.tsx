import type { Reply } from '@pid/contract';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { readAmountOrZero } from '../../../../kit/money/read-amount.ts';
import { CheckField, SelectField } from '../../../../kit/controls/inputs.tsx';
import type { Text } from './text.en.ts';

export type Rules = Reply<'addChild'>['rules'];

/** The fields of the form; an empty amount is no limit. */
export interface RulesDraft extends Omit<Rules, 'monthlySpend' | 'perPurchase'> {
  readonly monthlySpend: string;
  readonly perPurchase: string;
}

/** Strict at first: a parent who presses the button without reading has not allowed everything. */
export const STRICT: RulesDraft = {
  monthlySpend: '100000',
  perPurchase: '20000',
  sends: 'family',
  maxRating: null,
  unratedApps: false,
};

export const draftOf = (rules: Rules): RulesDraft => ({
  ...rules,
  monthlySpend: rules.monthlySpend === null ? '' : String(rules.monthlySpend),
  perPurchase: rules.perPurchase === null ? '' : String(rules.perPurchase),
});

const amountOf = (value: string): number | null => (value === '' ? null : (readAmountOrZero(value) ?? 0));

export const rulesOf = (draft: RulesDraft): Rules => ({
  ...draft,
  monthlySpend: amountOf(draft.monthlySpend),
  perPurchase: amountOf(draft.perPurchase),
});

/** Whether every amount can be read. Zero is an amount: nothing without approval. */
export const isReadable = ({ monthlySpend, perPurchase }: RulesDraft) =>
  [monthlySpend, perPurchase].every((value) => value === '' || readAmountOrZero(value) !== null);

const RATINGS = ['3+', '7+', '13+', '15+', '18+'] as const;
const SENDS = ['none', 'family', 'all'] as const;

interface RulesFormProps {
  readonly text: Text;
  readonly draft: RulesDraft;
  readonly onChange: (draft: RulesDraft) => void;
}

export function RulesForm({ text, draft, onChange }: RulesFormProps) {
  const words = text.rules;
  const { maxRating } = draft;
  return (
    <div class="grid gap-4">
      <AmountField
        label={words.monthlySpend}
        hint={words.monthlySpendHint}
        name="monthly-spend"
        value={draft.monthlySpend}
        onInput={(monthlySpend) => onChange({ ...draft, monthlySpend })}
      />
      <AmountField
        label={words.perPurchase}
        hint={words.perPurchaseHint}
        name="per-purchase"
        value={draft.perPurchase}
        onInput={(perPurchase) => onChange({ ...draft, perPurchase })}
      />
      <SelectField
        label={words.sends}
        value={draft.sends}
        options={SENDS.map((value) => ({ value, label: words.sendsTo[value] }))}
        onChange={(sends) => onChange({ ...draft, sends })}
      />
      <SelectField
        label={words.maxRating}
        hint={words.maxRatingHint}
        value={maxRating ?? ''}
        options={[
          { value: '' as const, label: words.byAge },
          ...RATINGS.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => onChange({ ...draft, maxRating: value === '' ? null : value })}
      />
      <CheckField
        label={words.unratedApps}
        hint={words.unratedAppsHint}
        checked={draft.unratedApps}
        onChange={(unratedApps) => onChange({ ...draft, unratedApps })}
      />
    </div>
  );
}
