import { EVERYTHING, isAddress, toAddress } from '@pid/protocol';
import { useState } from 'preact/hooks';
import { parseUnits } from '../format/parse-units.ts';
import { locale } from '../i18n/locale.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/inputs.tsx';
import { useAction } from '../ui/use-action.ts';
import { ChooseHolding } from './choose-holding.tsx';
import { ExitProblem } from './exit-problem.ts';
import type { FeePayer } from './fee-payer.ts';
import { PLAIN } from './find-form.tsx';
import type { Found } from './find-form.tsx';
import { PayForm } from './pay-form.tsx';
import { planExit } from './plan-exit.ts';
import type { ExitPlan, ExitWish } from './plan-exit.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { ProgressCard } from './progress-card.tsx';
import type { Progress } from './progress-card.tsx';
import type { Holding } from './read-vault.ts';
import { Review, shownWish } from './review.tsx';
import { sendExit } from './send-exit.ts';
import { signExit } from './sign-exit.ts';
import type { Text } from './text.en.ts';
import { useTokens } from './use-tokens.ts';

interface Typed {
  readonly everything: boolean;
  readonly amount: string;
  readonly to: string;
}

function readWish(holding: Holding, { everything, amount: typed, to }: Typed): ExitWish {
  const destination = to.trim();
  if (!isAddress(destination)) throw new ExitProblem('badDestination');
  // What a server says is there does not count: everything is signed as such.
  const amount = everything ? EVERYTHING : parseUnits(typed, holding.decimals, locale.value);
  if (amount === null || amount === 0n) throw new ExitProblem('badAmount');
  if (!everything && amount > holding.amount) throw new ExitProblem('badAmount');
  return { holding, destination: toAddress(destination), amount, everything };
}

interface AmountFieldsProps {
  readonly text: Text;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
}

function AmountFields({ text, typed, onType }: AmountFieldsProps) {
  return (
    <>
      <label class="flex items-start gap-3">
        <input
          type="checkbox"
          class="mt-1 size-5"
          checked={typed.everything}
          onChange={(event) => onType({ ...typed, everything: event.currentTarget.checked })}
        />
        <span>
          <span class="block font-semibold">{text.take.everything}</span>
          <span class="text-sm text-muted">{text.take.everythingHint}</span>
        </span>
      </label>
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

interface Prepared {
  readonly plan: ExitPlan;
  readonly payer: FeePayer;
}

interface TakeOutProps {
  readonly text: Text;
  readonly found: Found;
  readonly onAgain: () => void;
}

export function TakeOut({ text, found, onAgain }: TakeOutProps) {
  const { rpc, vault } = found;
  const reading = useTokens(found);
  const [holding, setHolding] = useState<Holding>(vault.sol);
  const [typed, setTyped] = useState<Typed>({ everything: true, amount: '', to: '' });
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const prepare = useAction(async (choosePayer: () => Promise<FeePayer>) => {
    const wish = readWish(holding, typed);
    const payer = await choosePayer();
    setProgress(null);
    setPrepared({ plan: await planExit(rpc, vault, wish, payer.address), payer });
  });
  const leave = useAction(async ({ plan, payer }: Prepared) => {
    setProgress({ stage: 'passkey', signature: null });
    const instructions = await signExit(plan, location.hostname);
    setProgress({ stage: 'send', signature: null });
    const signature = await sendExit(rpc, instructions, payer, (sent) =>
      setProgress({ stage: 'send', signature: sent }),
    );
    setProgress({ stage: 'done', signature });
  });
  if (prepared && progress?.stage === 'done') {
    return (
      <Card title={text.doneTitle}>
        <div class="grid grid-cols-1 gap-5">
          <p class="-mt-2 break-all">
            {text.doneBody(shownWish(text, prepared.plan), prepared.plan.wish.destination)}
          </p>
          <ProgressCard text={text} progress={progress} />
          <p>
            <Button look="plain" onClick={onAgain}>
              {text.again}
            </Button>
          </p>
        </div>
      </Card>
    );
  }
  if (prepared) {
    return (
      <Review
        text={text}
        plan={prepared.plan}
        busy={leave.busy}
        onSign={() => leave.run(prepared)}
        onBack={() => {
          leave.clear();
          setPrepared(null);
        }}
      >
        {leave.busy && progress && <ProgressCard text={text} progress={progress} />}
        <ProblemNotice text={text} error={leave.error} />
      </Review>
    );
  }
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
        <div class="grid grid-cols-1 gap-5">
          <PayForm text={text} busy={prepare.busy} onPay={(payer) => prepare.run(payer)} />
          <ProblemNotice text={text} error={prepare.error} />
        </div>
      </Card>
    </>
  );
}
