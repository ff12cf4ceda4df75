import { Fact } from '../../../kit/controls/item-list.tsx';
import { Money } from '../../../kit/money/money.tsx';

interface FeeFactsProps {
  readonly text: { readonly fee: string; readonly noFee: string; readonly appFee: string };
  readonly fees: { readonly global: number; readonly app: number };
}

export function FeeFacts({ text, fees }: FeeFactsProps) {
  return (
    <>
      <Fact label={text.fee}>{fees.global === 0 ? text.noFee : <Money amount={fees.global} />}</Fact>
      {fees.app > 0 && (
        <Fact label={text.appFee}>
          <Money amount={fees.app} />
        </Fact>
      )}
    </>
  );
}

interface CostFactsProps extends FeeFactsProps {
  readonly text: FeeFactsProps['text'] & { readonly left: string };
  readonly totalLabel: string;
  readonly total: number;
  /** The payer's balance before. */
  readonly balance: number;
}

/** Fees, total and the balance that is left, if it suffices. */
export function CostFacts({ text, fees, totalLabel, total, balance }: CostFactsProps) {
  return (
    <>
      <FeeFacts text={text} fees={fees} />
      <Fact label={totalLabel}>
        <Money amount={total} class="font-display text-xl" />
      </Fact>
      {balance >= total && (
        <Fact label={text.left}>
          <Money amount={balance - total} />
        </Fact>
      )}
    </>
  );
}
