import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Pid } from '../../../../kit/controls/pid.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { Face } from '../../../../kit/controls/face.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Money } from '../../../../kit/money/money.tsx';
import type { SendQuote } from '../../../../kit/api/shapes.ts';
import { CostFacts } from '../../parts/cost-facts.tsx';
import type { SendRequest } from './send-request.ts';
import type { Text } from './text.en.ts';

/** The permanent name comes first, because the owner can change the display name at any time. */
export function Receiver({
  pid,
  name,
  avatarUrl,
  small = false,
}: {
  pid: string;
  name: string | null;
  avatarUrl: string | null;
  small?: boolean;
}) {
  return (
    <div class="flex items-center gap-4">
      <Face
        handle={pid.replace(/@pid$/u, '')}
        avatarUrl={avatarUrl}
        {...(small ? { class: 'size-11' } : {})}
      />
      <p class="min-w-0 wrap-anywhere">
        <strong class="block">
          <Pid pid={pid} />
        </strong>
        {name !== null && <span class="block text-sm text-muted">{name}</span>}
      </p>
    </div>
  );
}

export function Costs({ text, request, quote }: { text: Text; request: SendRequest; quote: SendQuote }) {
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
export function Poor({ text, missing, here }: { text: Text; missing: number; here: string }) {
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
