import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Money } from '../../../../kit/money/money.tsx';
import type { SendQuote } from '../../../../kit/api/shapes.ts';
import { CostFacts } from '../../parts/cost-facts.tsx';
import type { SendRequest } from './send-request.ts';
import type { ReviewText } from './review-text.en.ts';

export function Costs({
  text,
  request,
  quote,
}: {
  text: ReviewText;
  request: SendRequest;
  quote: SendQuote;
}) {
  const { fees, debited, balance, amount } = quote;
  return (
    <Facts>
      <Fact label={text.receives}>
        <Money amount={amount} />
      </Fact>
      <CostFacts text={text} fees={fees} totalLabel={text.pays} total={debited} balance={balance} />
      {request.note !== undefined && (
        <Fact label={text.message}>
          <span class="break-words">{request.note}</span>
        </Fact>
      )}
    </Facts>
  );
}

/** The top-up returns to this send. */
export function Poor({ text, missing, here }: { text: ReviewText; missing: number; here: string }) {
  const query = new URLSearchParams({ amount: String(missing), returnTo: here });
  const path = `${PAGE_PATHS.topUp}?${query.toString()}`;
  return (
    <Notice
      tone="warn"
      title={text.poorTitle}
      action={
        <ButtonLink small href={path}>
          {text.topUp}
        </ButtonLink>
      }
    >
      {text.poorBody(formatRupiah(BigInt(missing)))}
    </Notice>
  );
}
