import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { formatLamports, formatUnits } from '../../../../kit/format/lamports.ts';
import { parseUnits } from '../../../../kit/format/parse-units.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { SelectField, TextField } from '../../../../kit/controls/inputs.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { EVERYTHING, activationCost, checkAmount, everythingNow } from '../../parts/check-amount.ts';
import type { SignedRequest } from '../../parts/signed-request.ts';
import type { Asset, Quote } from '../../parts/shapes.ts';
import { assetAmount, assetName } from './read-wallet.ts';
import type { Wallet } from './read-wallet.ts';
import { Review } from './review.tsx';
import type { Reviewed } from './review.tsx';
import type { Text } from './text.en.ts';

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/u;

type Problem = { readonly field: 'to' | 'amount'; readonly sentence: string } | null;

interface Wish {
  readonly asset: Asset;
  readonly to: string;
  readonly amount: bigint | null;
}

const quoteFor = (asset: string, to: string) =>
  api.call('quoteWithdrawal', { asset, ...(ADDRESS.test(to) ? { to } : {}) });

/** Fees, and the rent of a token account that has to be made: all paid in SOL. */
const costsOf = (quote: Quote) => BigInt(quote.totalFeeLamports) + BigInt(quote.rentLamports);

function judgeWish(text: Text, wallet: Wallet, { asset, to, amount: wished }: Wish, costs: bigint): Problem {
  if (!ADDRESS.test(to)) return { field: 'to', sentence: text.form.toInvalid };
  if (to === wallet.account.smartAccountAddress) return { field: 'to', sentence: text.form.toOwn };
  if (wished === null) return { field: 'amount', sentence: text.form.amountInvalid };
  const isSol = asset.asset === 'SOL';
  const amount = wished === EVERYTHING ? everythingNow(BigInt(asset.amount), costs, isSol) : wished;
  const { vaultMinimum } = activationCost(wallet.account);
  const problem = checkAmount({
    amount,
    balance: BigInt(asset.amount),
    fees: costs,
    vaultMinimum,
    isSol,
    solBalance: BigInt(wallet.account.balanceLamports),
  });
  if (problem === 'none') return null;
  const sentences = {
    nothing: text.form.nothing,
    'too-much': text.form.tooMuch,
    'leaves-dust': text.form.dust(formatLamports(vaultMinimum, locale.value)),
  };
  return { field: 'amount', sentence: sentences[problem] };
}

export interface WithdrawProps {
  readonly text: Text;
  readonly wallet: Wallet;
  readonly onSigned: (request: SignedRequest) => void;
}

export function Withdraw({ text, wallet, onSigned }: WithdrawProps) {
  const assets = wallet.assets.filter(({ movable, amount }) => movable && BigInt(amount) > 0n);
  const [name, setName] = useState('SOL');
  const [to, setTo] = useState('');
  const [typed, setTyped] = useState('');
  const [everything, setEverything] = useState(false);
  const [problem, setProblem] = useState<Problem>(null);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const asset = assets.find((candidate) => candidate.asset === name) ?? assets[0] ?? wallet.assets[0];
  const review = useAction(async () => {
    if (!asset) return;
    const amount = everything ? EVERYTHING : parseUnits(typed, asset.decimals, locale.value);
    const wish = { asset, to: to.trim(), amount };
    const early = judgeWish(text, wallet, wish, 0n);
    if (early) return setProblem(early);
    const quote = await quoteFor(asset.asset, wish.to);
    const late = judgeWish(text, wallet, wish, costsOf(quote));
    setProblem(late);
    if (!late && wish.amount !== null) setReviewed({ asset, to: wish.to, amount: wish.amount, quote });
  });
  const takeAll = useAction(async () => {
    if (!asset) return;
    const isSol = asset.asset === 'SOL';
    const costs = isSol ? costsOf(await quoteFor('SOL', to.trim())) : 0n;
    setEverything(true);
    // Without signs for thousands, as one would type it.
    setTyped(
      formatUnits(everythingNow(BigInt(asset.amount), costs, isSol), asset.decimals, 'en')
        .replaceAll(',', '')
        .replace('.', locale.value === 'id' ? ',' : '.'),
    );
    setProblem(null);
  });
  if (reviewed)
    return <Review text={text} reviewed={reviewed} onSigned={onSigned} onChange={() => setReviewed(null)} />;
  if (!asset) return null;
  const errorOf = (field: 'to' | 'amount') => (problem?.field === field ? problem.sentence : undefined);
  return (
    <Card>
      <Form class="grid grid-cols-1 gap-4" noValidate onSubmit={review.run}>
        {assets.length > 1 && (
          <SelectField
            label={text.form.asset}
            value={asset.asset}
            options={assets.map((entry) => ({
              value: entry.asset,
              label: assetName(entry, text.assets.token),
            }))}
            onChange={(value) => {
              setName(value);
              setTyped('');
              setEverything(false);
              setProblem(null);
            }}
          />
        )}
        <TextField
          label={text.form.to}
          hint={text.form.toHint}
          error={errorOf('to')}
          value={to}
          onInput={setTo}
          input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false, maxLength: 64 }}
        />
        <TextField
          label={text.form.amount}
          hint={text.form.available(
            assetAmount(asset, BigInt(asset.amount), text.assets.token, locale.value),
          )}
          error={errorOf('amount')}
          value={typed}
          onInput={(value) => {
            setEverything(false);
            setTyped(value);
          }}
          {...(asset.asset === 'SOL' ? { suffix: 'SOL' } : {})}
          input={{ autocomplete: 'off', inputMode: 'decimal', maxLength: 32 }}
        />
        <ErrorNotice error={review.error ?? takeAll.error} />
        <div class="flex flex-wrap gap-3">
          <Button type="submit" busy={review.busy}>
            {text.form.review}
          </Button>
          <Button look="plain" busy={takeAll.busy} onClick={() => takeAll.run()}>
            {text.form.max}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
