import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { checkoutPath } from '../../parts/checkout-path.ts';
import { lastTopUp } from '../../parts/last-top-up.ts';
import { carryOutOnce } from '../../parts/once.ts';
import { readAmount, typeAmount } from '../../parts/type-amount.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Text } from './text.en.ts';

const PICKS = [20_000, 50_000, 100_000, 250_000, 500_000, 1_000_000];

const written = (amount: string) => typeAmount(amount, amount.length).text;

/** Beginning the same top-up twice makes one checkout; nothing is charged before the person pays there. */
async function beginTopUp(amount: number): Promise<void> {
  const wish = { amount, returnTo: PAGE_PATHS.money };
  const topUp = await carryOutOnce('topup', wish, (idempotencyKey) =>
    api.call('createTopUp', wish, { idempotencyKey }),
  );
  lastTopUp.keep(topUp.id);
  location.assign(checkoutPath(topUp));
}

export function Page({ text, query }: PageProps<Text>) {
  const [amount, setAmount] = useState(written(query.get('amount') ?? ''));
  const [tried, setTried] = useState(false);
  const rupiah = readAmount(amount);
  const begin = useAction(async () => {
    setTried(true);
    if (rupiah !== null) await beginTopUp(rupiah);
  });
  return (
    <div class="grid max-w-xl grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <Card>
        <Form class="grid gap-4" onSubmit={begin.run}>
          <AmountField
            name="amount"
            label={text.amount}
            hint={text.amountHint}
            error={tried && rupiah === null ? text.amountFlaw : undefined}
            value={amount}
            onInput={setAmount}
          />
          <fieldset class="grid grid-cols-2 gap-3 sm:grid-cols-3">
            <legend class="sr-only">{text.picks}</legend>
            {PICKS.map((pick) => (
              <button
                key={pick}
                type="button"
                class="button button-plain aria-pressed:border-brand aria-pressed:bg-brand-soft"
                aria-pressed={rupiah === pick}
                onClick={() => setAmount(written(String(pick)))}
              >
                {formatRupiah(BigInt(pick))}
              </button>
            ))}
          </fieldset>
          <ErrorNotice error={begin.error} />
          <p class="pt-1">
            <Button type="submit" look="sun" busy={begin.busy}>
              {text.next}
            </Button>
          </p>
        </Form>
      </Card>
    </div>
  );
}
