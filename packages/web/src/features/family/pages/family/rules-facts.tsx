import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Money } from '../../../../kit/money/money.tsx';
import type { Rules } from './rules-form.tsx';
import type { Text } from './text.en.ts';

/** The rules in words, the same for parents and children. */
export function RulesFacts({ text, rules, spent }: { text: Text; rules: Rules; spent: number }) {
  const words = text.rules;
  const limit = (amount: number | null) => (amount === null ? words.noLimit : <Money amount={amount} />);
  return (
    <Facts>
      <Fact label={words.spent}>
        <Money amount={spent} />
      </Fact>
      <Fact label={words.monthlySpend}>{limit(rules.monthlySpend)}</Fact>
      <Fact label={words.perPurchase}>{limit(rules.perPurchase)}</Fact>
      <Fact label={words.sends}>{words.sendsTo[rules.sends]}</Fact>
      <Fact label={words.maxRating}>{rules.maxRating ?? words.byAge}</Fact>
      <Fact label={words.unrated}>{rules.unratedApps ? words.yes : words.no}</Fact>
    </Facts>
  );
}
