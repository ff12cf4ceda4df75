import { isAddress, toAddress } from '@pid/protocol';
import { useState } from 'preact/hooks';
import { formatUnits } from '../format/lamports.ts';
import { parseUnits } from '../format/parse-units.ts';
import { locale } from '../i18n/locale.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { SelectField, TextField } from '../ui/inputs.tsx';
import { Notice } from '../ui/notice.tsx';
import { Steps } from '../ui/steps.tsx';
import { useAction } from '../ui/use-action.ts';
import { ExitProblem } from './exit-problem.ts';
import type { FeePayer } from './fee-payer.ts';
import type { Found } from './page.tsx';
import { PayForm } from './pay-form.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import type { Holding } from './read-vault.ts';
import { sendExit } from './send-exit.ts';
import { signExit } from './sign-exit.ts';
import type { ExitWish } from './sign-exit.ts';
import type { Text } from './text.en.ts';

const PLAIN = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;

const keyOf = ({ source }: Holding) => source ?? 'SOL';

function plainAmount({ amount, decimals }: Holding): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, '');
  const whole = digits.slice(0, digits.length - decimals);
  return fraction === '' || decimals === 0
    ? whole
    : `${whole}${locale.value === 'id' ? ',' : '.'}${fraction}`;
}

function nameOf(text: Text, { mint }: Holding): string {
  return mint === null ? text.take.sol : text.take.token(`${mint.slice(0, 4)}…${mint.slice(-4)}`);
}

function shownAmount(text: Text, holding: Holding, amount = holding.amount): string {
  return `${formatUnits(amount, holding.decimals, locale.value)} ${nameOf(text, holding)}`;
}

function readWish(holding: Holding, typed: string, to: string): ExitWish {
  const destination = to.trim();
  if (!isAddress(destination)) throw new ExitProblem('badDestination');
  const amount = parseUnits(typed, holding.decimals, locale.value);
  if (amount === null || amount === 0n || amount > holding.amount) throw new ExitProblem('badAmount');
  return { holding, destination: toAddress(destination), amount };
}

interface Progress {
  readonly stage: 'passkey' | 'send' | 'done';
  readonly signature: string | null;
}

function ProgressCard({ text, progress }: { text: Text; progress: Progress }) {
  const { stage, signature } = progress;
  const isDone = stage === 'done';
  return (
    <div class="grid grid-cols-1 gap-4">
      <Steps
        steps={[
          { label: text.steps.passkey, state: stage === 'passkey' ? 'current' : 'done' },
          {
            label: text.steps.send,
            state: isDone ? 'done' : stage === 'send' ? 'current' : 'waiting',
          },
          { label: text.steps.confirmed, state: isDone ? 'done' : 'waiting' },
        ]}
      />
      {signature !== null && (
        <div class="grid gap-2 rounded-md bg-sunken p-4">
          <p class="text-sm font-semibold">{text.signature}</p>
          <code class="text-xs break-all" data-signature>
            {signature}
          </code>
          <p>
            <CopyButton value={signature} label={text.copySignature} />
          </p>
        </div>
      )}
    </div>
  );
}

export function TakeOut({ text, found, onAgain }: { text: Text; found: Found; onAgain: () => void }) {
  const { rpc, vault } = found;
  const holdings = vault.holdings.filter(({ amount }) => amount > 0n);
  const [key, setKey] = useState(holdings[0] ? keyOf(holdings[0]) : '');
  const holding = holdings.find((candidate) => keyOf(candidate) === key);
  const [typed, setTyped] = useState(holding ? plainAmount(holding) : '');
  const [to, setTo] = useState('');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [done, setDone] = useState<ExitWish | null>(null);
  const leave = useAction(async (payer: () => Promise<FeePayer>) => {
    if (!holding) return;
    setProgress(null);
    const wish = readWish(holding, typed, to);
    const paying = await payer();
    setProgress({ stage: 'passkey', signature: null });
    const signed = await signExit(rpc, vault, wish, location.hostname);
    setProgress({ stage: 'send', signature: null });
    const signature = await sendExit(rpc, signed, paying, (sent) =>
      setProgress({ stage: 'send', signature: sent }),
    );
    setProgress({ stage: 'done', signature });
    setDone(wish);
  });
  if (done && progress) {
    return (
      <Card title={text.doneTitle}>
        <div class="grid grid-cols-1 gap-5">
          <p class="-mt-2 break-all">
            {text.doneBody(shownAmount(text, done.holding, done.amount), done.destination)}
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
  if (!holding) {
    return (
      <Notice
        action={
          <Button small look="plain" onClick={onAgain}>
            {text.take.other}
          </Button>
        }
      >
        {text.take.empty}
      </Notice>
    );
  }
  return (
    <>
      <Card
        title={text.take.title}
        action={
          <Button small look="quiet" disabled={leave.busy} onClick={onAgain}>
            {text.take.other}
          </Button>
        }
      >
        <div class="grid grid-cols-1 gap-4">
          <SelectField
            label={text.take.what}
            value={key}
            options={holdings.map((entry) => ({ value: keyOf(entry), label: shownAmount(text, entry) }))}
            onChange={(value) => {
              const chosen = holdings.find((entry) => keyOf(entry) === value);
              setKey(value);
              setTyped(chosen ? plainAmount(chosen) : '');
            }}
          />
          <TextField
            label={text.take.amount}
            hint={text.take.amountHint}
            value={typed}
            onInput={setTyped}
            input={{ ...PLAIN, inputMode: 'decimal' }}
          />
          <TextField label={text.take.to} hint={text.take.toHint} value={to} onInput={setTo} input={PLAIN} />
        </div>
      </Card>
      <Card title={text.pay.title}>
        <div class="grid grid-cols-1 gap-5">
          <PayForm text={text} busy={leave.busy} onPay={(payer) => leave.run(payer)} />
          {leave.busy && progress && <ProgressCard text={text} progress={progress} />}
          <ProblemNotice text={text} error={leave.error} />
        </div>
      </Card>
    </>
  );
}
