import { ROLE, SECP256R1_PROGRAM, toHex } from '@pid/protocol';
import type { ProgramInstruction } from '@pid/protocol';
import type { ComponentChildren } from 'preact';
import { formatDateTime } from '../kit/format/date-time.ts';
import { formatLamports } from '../kit/format/lamports.ts';
import { locale } from '../kit/i18n/locale.ts';
import { Button } from '../kit/controls/button.tsx';
import { Card } from '../kit/controls/card.tsx';
import type { Plan } from './plan.ts';
import type { Text } from './text.en.ts';

/** Per signature that the network checks: the payer's, the passkey's and the registrar's. */
const SIGNATURE_LAMPORTS = 5_000n;

export const shownTime = (seconds: bigint) =>
  formatDateTime(new Date(Number(seconds) * 1000).toISOString(), locale.value, 'date-time');

function rawInstruction({ programAddress, accounts, data }: ProgramInstruction, note = '') {
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

/** Everything exactly as it will be sent. The passkey's signature is a placeholder until it is made. */
function rawForm(text: Text, { passkey, payer, first, last }: Plan): string {
  const ours = last(new Uint8Array());
  const signed = passkey && {
    payload: toHex(passkey.payload),
    challenge: toHex(passkey.challenge),
  };
  return JSON.stringify(
    {
      ...signed,
      feePayer: payer,
      instructions: [
        ...first.map((instruction) => rawInstruction(instruction)),
        ...(passkey ? [{ program: SECP256R1_PROGRAM, accounts: [], data: text.review.toBeSigned }] : []),
        rawInstruction(ours, passkey ? ` ${text.review.toBeSigned}` : ''),
      ],
    },
    null,
    2,
  );
}

export function Line({ title, children }: { title: string; children: ComponentChildren }) {
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

/** A description of a plan: one sentence for each instruction except the passkey's, and the signers. */
export interface PlanWords {
  readonly lines: ComponentChildren;
  readonly first: readonly string[];
  readonly last: string;
  readonly signers: string;
}

function Instructions({ text, plan, words }: { text: Text; plan: Plan; words: PlanWords }) {
  return (
    <ol class="list-decimal space-y-3 pl-5 text-sm" data-instructions>
      {plan.first.map(({ programAddress }, index) => (
        <Step key={programAddress} program={programAddress}>
          {words.first[index]}
        </Step>
      ))}
      {plan.passkey && <Step program={SECP256R1_PROGRAM}>{text.review.checksPasskey}</Step>}
      <Step program={plan.last(new Uint8Array()).programAddress}>{words.last}</Step>
    </ol>
  );
}

export interface ReviewProps {
  readonly text: Text;
  readonly plan: Plan;
  readonly words: PlanWords;
  readonly busy: boolean;
  readonly onSign: () => Promise<void>;
  readonly onBack: () => void;
  readonly children?: ComponentChildren;
}

/** Shows every program, signer and instruction before anyone signs. */
export function Review({ text, plan, words, busy, onSign, onBack, children }: ReviewProps) {
  const { payer, passkey, first, rentLamports } = plan;
  const certificates = first.filter(({ accounts }) => accounts.length === 0).length;
  const signatures = 1n + BigInt(certificates) + (passkey ? 1n : 0n);
  const costs = signatures * SIGNATURE_LAMPORTS + rentLamports;
  return (
    <Card title={text.review.title}>
      <div class="grid grid-cols-1 gap-5">
        <dl class="grid grid-cols-1 gap-3">
          {words.lines}
          <Line title={text.review.payer}>
            {payer}
            <span class="block text-sm font-normal text-muted">
              {text.review.pays(formatLamports(costs, locale.value))}
            </span>
          </Line>
          {passkey && <Line title={text.review.until}>{shownTime(passkey.expiry)}</Line>}
        </dl>
        <div>
          <p class="mb-2 text-sm font-semibold">{text.review.instructions}</p>
          <Instructions text={text} plan={plan} words={words} />
        </div>
        <p class="text-sm text-muted">{words.signers}</p>
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
            {passkey ? text.review.sign : text.review.send}
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
