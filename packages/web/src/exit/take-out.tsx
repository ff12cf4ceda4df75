import { EVERYTHING, findTokenAccountAddress, isAddress, toAddress } from '@pid/protocol';
import type { Address } from '@pid/protocol';
import { useState } from 'preact/hooks';
import { formatLamports } from '../kit/format/lamports.ts';
import { parseUnits } from '../kit/format/parse-units.ts';
import { locale } from '../kit/i18n/locale.ts';
import { Button } from '../kit/controls/button.tsx';
import { Card } from '../kit/controls/card.tsx';
import { CheckField, TextField } from '../kit/controls/inputs.tsx';
import { useAction } from '../kit/controls/use-action.ts';
import { ChooseHolding, useTokens } from './choose-holding.tsx';
import { ExitProblem } from './exit-problem.ts';
import type { FeePayer } from './fee-payer.ts';
import { PLAIN } from './find-form.tsx';
import { PayForm } from './pay-form.tsx';
import { planExit } from './plan-exit.ts';
import type { ExitPlan, ExitWish } from './plan-exit.ts';
import type { Holding, Vault } from './read-vault.ts';
import { Line } from './review.tsx';
import type { PlanWords } from './review.tsx';
import type { Rpc } from './rpc.ts';
import { RunPlan } from './run-plan.tsx';
import type { Prepared } from './run-plan.tsx';
import { shownAmount } from './show-amount.ts';
import type { Text } from './text.en.ts';

interface Typed {
  readonly everything: boolean;
  readonly amount: string;
  readonly to: string;
}

/** True for SOL and for the mint's associated token account, from which the program can take everything. */
function isWhole({ mint, source }: Holding, vault: Address): boolean {
  return mint === null || source === findTokenAccountAddress(vault, mint).address;
}

function readWish(holding: Holding, vault: Address, { everything, amount: typed, to }: Typed): ExitWish {
  const destination = to.trim();
  if (!isAddress(destination)) throw new ExitProblem('badDestination');
  const rest = { holding, destination: toAddress(destination) };
  // Sign "everything" instead of a number: the balance that a server reports is not trusted.
  if (everything && isWhole(holding, vault)) return { ...rest, amount: EVERYTHING, everything };
  // "Everything" names no account. Anyone can open another token account for the vault, so for those the
  // amount is signed.
  const amount = everything ? holding.amount : parseUnits(typed, holding.decimals, locale.value);
  if (amount === null || amount === 0n || amount > holding.amount) throw new ExitProblem('badAmount');
  return { ...rest, amount, everything: false };
}

interface AmountFieldsProps {
  readonly text: Text;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
}

function AmountFields({ text, typed, onType }: AmountFieldsProps) {
  return (
    <>
      <CheckField
        label={text.take.everything}
        hint={text.take.everythingHint}
        checked={typed.everything}
        onChange={(everything) => onType({ ...typed, everything })}
      />
      {!typed.everything && (
        <TextField
          label={text.take.amount}
          value={typed.amount}
          onInput={(amount) => onType({ ...typed, amount })}
          input={{ ...PLAIN, inputMode: 'decimal' }}
        />
      )}
      <TextField
        label={text.take.to}
        hint={text.take.toHint}
        value={typed.to}
        onInput={(to) => onType({ ...typed, to })}
        input={PLAIN}
      />
    </>
  );
}

function shownWish(text: Text, { wish }: Pick<ExitPlan, 'wish'>): string {
  return wish.everything
    ? text.review.everything(shownAmount(text, wish.holding))
    : shownAmount(text, wish.holding, wish.amount);
}

function exitWords(text: Text, plan: ExitPlan): PlanWords {
  const { vault, wish, payer, first, rentLamports } = plan;
  const apart = payer === wish.destination ? text.review.payerReceives : text.review.payerApart;
  return {
    lines: (
      <>
        <Line title={text.review.what}>{shownWish(text, plan)}</Line>
        {wish.holding.mint !== null && <Line title={text.review.mint}>{wish.holding.mint}</Line>}
        <Line title={text.review.from}>{vault.wallet.vault}</Line>
        <Line title={text.review.to}>{wish.destination}</Line>
      </>
    ),
    first: [text.review.makesAccount(formatLamports(rentLamports, locale.value))],
    last: text.review.takesOut(shownWish(text, plan)),
    signers: `${text.review.signers(first.length > 0)} ${apart}`,
  };
}

interface TakeOutProps {
  readonly text: Text;
  readonly rpc: Rpc;
  readonly vault: Vault;
  readonly onAgain: () => void;
}

export function TakeOut({ text, rpc, vault, onAgain }: TakeOutProps) {
  const reading = useTokens(rpc, vault.wallet.vault);
  const [holding, setHolding] = useState<Holding>(vault.sol);
  const [typed, setTyped] = useState<Typed>({ everything: true, amount: '', to: '' });
  const [prepared, setPrepared] = useState<Prepared<ExitPlan> | null>(null);
  const prepare = useAction(async (choosePayer: () => Promise<FeePayer>) => {
    const wish = readWish(holding, vault.wallet.vault, typed);
    const payer = await choosePayer();
    setPrepared({ plan: await planExit(rpc, vault, wish, payer.address), payer });
  });
  if (prepared)
    return (
      <RunPlan
        text={text}
        rpc={rpc}
        prepared={prepared}
        words={exitWords(text, prepared.plan)}
        done={{
          title: text.doneTitle,
          body: text.doneBody(shownWish(text, prepared.plan), prepared.plan.wish.destination),
          next: text.again,
        }}
        onBack={() => setPrepared(null)}
        onDone={onAgain}
      />
    );
  return (
    <>
      <Card
        title={text.take.title}
        action={
          <Button small look="quiet" disabled={prepare.busy} onClick={onAgain}>
            {text.take.other}
          </Button>
        }
      >
        <div class="grid grid-cols-1 gap-4">
          <ChooseHolding
            text={text}
            sol={vault.sol}
            reading={reading}
            chosen={holding}
            onChoose={setHolding}
          />
          <AmountFields text={text} typed={typed} onType={setTyped} />
        </div>
      </Card>
      <Card title={text.pay.title}>
        <PayForm text={text} body={text.pay.body} pay={prepare} />
      </Card>
    </>
  );
}
