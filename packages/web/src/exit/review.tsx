import { ASSOCIATED_TOKEN_PROGRAM, ROLE, SECP256R1_PROGRAM, toHex } from '@pid/protocol';
import type { ProgramInstruction } from '@pid/protocol';
import type { ComponentChildren } from 'preact';
import { formatDateTime } from '../format/date-time.ts';
import { formatLamports } from '../format/lamports.ts';
import { locale } from '../i18n/locale.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { ExitPlan } from './plan-exit.ts';
import { shownAmount } from './show-amount.ts';
import type { Text } from './text.en.ts';

/** 5,000 for the payer's signature, 5,000 for the passkey's, which the network checks too. */
const NETWORK_FEE_LAMPORTS = 10_000n;

function rawInstruction({ programAddress, accounts, data }: ProgramInstruction, note: string) {
  return {
    program: programAddress,
    accounts: accounts.map(({ address, role }) => ({
      address,
      signer: (role & ROLE.readonlySigner) !== 0,
      writable: (role & ROLE.writable) !== 0,
    })),
    data: toHex(data) + note,
  };
}

/** Everything as it will be sent. Of the passkey's signature only its place is known before it is made. */
function rawForm(text: Text, plan: ExitPlan): string {
  return JSON.stringify(
    {
      payload: toHex(plan.payload),
      challenge: toHex(plan.challenge),
      feePayer: plan.payer,
      instructions: [
        ...(plan.tokenAccount ? [rawInstruction(plan.tokenAccount, '')] : []),
        { program: SECP256R1_PROGRAM, accounts: [], data: text.review.toBeSigned },
        rawInstruction(plan.exit(new Uint8Array()), ` ${text.review.toBeSigned}`),
      ],
    },
    null,
    2,
  );
}

function Line({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <dt class="text-sm text-muted">{title}</dt>
      <dd class="font-semibold break-all">{children}</dd>
    </div>
  );
}

function Step({ program, children }: { program: string; children: ComponentChildren }) {
  return (
    <li>
      <p>{children}</p>
      <p class="mt-1 font-mono text-xs break-all text-muted">{program}</p>
    </li>
  );
}

export function shownWish(text: Text, { wish }: Pick<ExitPlan, 'wish'>): string {
  return wish.everything
    ? text.review.everything(shownAmount(text, wish.holding))
    : shownAmount(text, wish.holding, wish.amount);
}

interface ReviewProps {
  readonly text: Text;
  readonly plan: ExitPlan;
  readonly busy: boolean;
  readonly onSign: () => Promise<void>;
  readonly onBack: () => void;
  readonly children?: ComponentChildren;
}

/** Every program, every signer and every instruction, before anybody signs. */
export function Review({ text, plan, busy, onSign, onBack, children }: ReviewProps) {
  const { vault, wish, payer, tokenAccount, rentLamports } = plan;
  const until = formatDateTime(new Date(Number(plan.expiry) * 1000).toISOString(), locale.value, 'date-time');
  return (
    <Card title={text.review.title}>
      <div class="grid grid-cols-1 gap-5">
        <dl class="grid grid-cols-1 gap-3">
          <Line title={text.review.what}>{shownWish(text, plan)}</Line>
          {wish.holding.mint !== null && <Line title={text.review.mint}>{wish.holding.mint}</Line>}
          <Line title={text.review.from}>{vault.wallet.vault}</Line>
          <Line title={text.review.to}>{wish.destination}</Line>
          <Line title={text.review.payer}>
            {payer}
            <span class="block text-sm font-normal text-muted">
              {text.review.pays(formatLamports(NETWORK_FEE_LAMPORTS + rentLamports, locale.value))}
            </span>
          </Line>
          <Line title={text.review.until}>{until}</Line>
        </dl>
        <div>
          <p class="mb-2 text-sm font-semibold">{text.review.instructions}</p>
          <ol class="list-decimal space-y-3 pl-5 text-sm" data-instructions>
            {tokenAccount && (
              <Step program={ASSOCIATED_TOKEN_PROGRAM}>
                {text.review.makesAccount(formatLamports(rentLamports, locale.value))}
              </Step>
            )}
            <Step program={SECP256R1_PROGRAM}>{text.review.checksPasskey}</Step>
            <Step program={vault.wallet.program}>{text.review.takesOut(shownWish(text, plan))}</Step>
          </ol>
        </div>
        <p class="text-sm text-muted">
          {text.review.signers(tokenAccount !== null)}{' '}
          {payer === wish.destination ? text.review.payerReceives : text.review.payerApart}
        </p>
        <details class="text-sm">
          <summary class="font-semibold">{text.review.raw}</summary>
          <pre
            class="mt-2 max-h-80 overflow-auto rounded-md bg-sunken p-3 text-xs break-all whitespace-pre-wrap"
            tabIndex={0}
            data-raw
          >
            {rawForm(text, plan)}
          </pre>
        </details>
        <div class="flex flex-wrap gap-3">
          <Button busy={busy} waitsToBeRead onClick={onSign}>
            {text.review.sign}
          </Button>
          <Button look="quiet" disabled={busy} onClick={onBack}>
            {text.review.back}
          </Button>
        </div>
        {children}
      </div>
    </Card>
  );
}
