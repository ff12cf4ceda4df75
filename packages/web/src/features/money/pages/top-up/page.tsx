import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { localPath } from '../../../../kit/navigation/local-path.ts';
import { sleep } from '../../../../kit/platform/clock.ts';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { lastTopUp, RETURN_MAX } from '../../parts/top-ups.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { readAmount, tidyAmount } from '../../../../kit/money/read-amount.ts';
import type { TopUpQuote } from '../../../../kit/api/shapes.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { laterWithText } from '../../../../kit/i18n/late-text.tsx';
import { LateLinked } from '../../parts/late-linked.ts';
import type { StandingLink } from '../../parts/linked.tsx';
import { carryLink, isWholeRupiah, readMoneyLink, type MoneyLink } from '../../parts/money-link.ts';
import type { CameBackText } from './came-back.en.ts';
import type { CameBackProps } from './came-back.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { UnlessSuspended } from '../../../../kit/suspension/unless-suspended.tsx';
import type { Text } from './text.en.ts';

/** Only for players who come back from the checkout to an app's link. */
const CameBack = laterWithText<Omit<CameBackProps, 'text'>, CameBackText>(
  3,
  import.meta.glob('./came-back.*.ts'),
  async () => (await import('./came-back.tsx')).CameBack,
);
/** Loads while the player fills in the form. */
const loadBegin = () => import('./begin-top-up.ts');

const PICKS = [20_000, 50_000, 100_000, 250_000, 500_000, 1_000_000];
/** Waits until the player stops typing, instead of requesting a quote for every digit. */
const TYPING_MILLISECONDS = 300;

async function readQuote(
  amount: number,
  clientId: string | undefined,
  signal: AbortSignal,
): Promise<TopUpQuote> {
  await sleep(TYPING_MILLISECONDS);
  signal.throwIfAborted();
  return api.call(
    'quoteTopUp',
    { amount, ...(clientId === undefined ? {} : { clientId }) },
    { signal, attempts: 3 },
  );
}

/** All lines are present from the start, so that the page does not shift when the numbers load. */
function Costs({ text, quote }: { text: Text; quote: TopUpQuote | null }) {
  const shown = (amount: number | undefined) => (amount === undefined ? '–' : <Money amount={amount} />);
  return (
    <Facts>
      <Fact label={text.credited}>{shown(quote?.amount)}</Fact>
      <Fact label={text.fee}>{shown(quote?.fees.global)}</Fact>
      {quote !== null && quote.fees.app > 0 && <Fact label={text.appFee}>{shown(quote.fees.app)}</Fact>}
      <Fact label={text.providerFee}>{shown(quote?.fees.provider)}</Fact>
      <Fact label={text.total}>
        <span class="font-display text-xl">{shown(quote?.total)}</span>
      </Fact>
    </Facts>
  );
}

function flawOf(text: Text, rupiah: number | null, range: TopUpQuote | null): string | undefined {
  if (rupiah === null) return text.amountFlaw;
  if (!range || (rupiah >= range.min && rupiah <= range.max)) return undefined;
  return text.range(formatRupiah(BigInt(range.min)), formatRupiah(BigInt(range.max)));
}

interface TopUpFormProps {
  readonly text: Text;
  readonly query: URLSearchParams;
  readonly link: StandingLink | null;
  readonly returnTo: string;
}

function TopUpForm({ text, query, link, returnTo: wanted }: TopUpFormProps) {
  const isTooLong = wanted.length > RETURN_MAX;
  const returnTo = isTooLong ? PAGE_PATHS.money : wanted;
  const [amount, setAmount] = useState(tidyAmount((query.get('amount') ?? '').slice(0, 32)));
  const [tried, setTried] = useState(false);
  const isFixed = link !== null && query.has('amount');
  const rupiah = readAmount(amount);
  // Also quoted before the player types, for the minimum and maximum.
  const quoted = useLoad(String(rupiah), (signal) => readQuote(rupiah ?? PICKS[1]!, link?.clientId, signal));
  const quote = quoted.state === 'ready' ? quoted.value : null;
  const flaw = flawOf(text, rupiah, quote);
  useEffect(() => {
    // The amount that a send lacks may be below the minimum. An amount fixed by an app's link must not be
    // changed.
    if (!isFixed && quote && query.has('returnTo') && rupiah !== null && rupiah < quote.min)
      setAmount(String(quote.min));
  }, [quote]);
  const begin = useAction(async () => {
    setTried(true);
    if (rupiah !== null && flaw === undefined) {
      const { beginTopUp } = await loadBegin();
      await beginTopUp(rupiah, returnTo, link?.clientId);
    }
  });
  return (
    <Card>
      <Form
        class="grid gap-4"
        // Without a connection, the button itself says so.
        onFocusIn={() => void loadBegin().catch(() => null)}
        onSubmit={begin.run}
      >
        <AmountField
          name="amount"
          label={text.amount}
          hint={isFixed ? link.text.fixed : text.amountHint}
          error={tried || rupiah !== null ? flaw : undefined}
          value={amount}
          onInput={setAmount}
          disabled={isFixed}
        />
        {!isFixed && (
          <fieldset class="grid grid-cols-2 gap-3 sm:grid-cols-3">
            <legend class="sr-only">{text.picks}</legend>
            {PICKS.map((pick) => (
              <button
                key={pick}
                type="button"
                class="button button-plain aria-pressed:border-brand aria-pressed:bg-brand-soft"
                aria-pressed={rupiah === pick}
                onClick={() => setAmount(String(pick))}
              >
                {formatRupiah(BigInt(pick))}
              </button>
            ))}
          </fieldset>
        )}
        <Costs text={text} quote={rupiah === null ? null : quote} />
        {isTooLong && <Notice tone="warn">{text.returnTooLong}</Notice>}
        <ErrorNotice error={begin.error ?? (quoted.state === 'failed' ? quoted.error : null)} />
        <p class="pt-1">
          <Button type="submit" look="sun" busy={begin.busy}>
            {text.next}
          </Button>
        </p>
        <p class="text-sm text-muted">{text.noWithdrawal}</p>
      </Form>
    </Card>
  );
}

/** The checkout returns here, and this page returns to the app. */
function pathBack(link: MoneyLink, query: URLSearchParams): string {
  const search = new URLSearchParams({ step: 'back' });
  const amount = query.get('amount');
  if (amount !== null) search.set('amount', amount);
  carryLink(link, search);
  return `${PAGE_PATHS.topUp}?${search.toString()}`;
}

export function Page({ text, query }: PageProps<Text>) {
  const link = readMoneyLink(query);
  const amount = query.get('amount');
  const flaws = amount !== null && !isWholeRupiah(amount) ? (['amount'] as const) : [];
  const own = localPath(query.get('returnTo'), location.origin, PAGE_PATHS.money);
  const isBack = query.get('step') === 'back' && lastTopUp.read() !== null;
  return (
    <div class="grid max-w-xl grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {link ? (
        <LateLinked link={link} flaws={flaws} cancellable={!isBack}>
          {(stands) =>
            isBack ? (
              <CameBack link={stands} />
            ) : (
              <UnlessSuspended>
                <TopUpForm text={text} query={query} link={stands} returnTo={pathBack(link, query)} />
              </UnlessSuspended>
            )
          }
        </LateLinked>
      ) : (
        <UnlessSuspended>
          <TopUpForm text={text} query={query} link={null} returnTo={own} />
        </UnlessSuspended>
      )}
    </div>
  );
}
