import { GUARDIANS_MAX, RECOVERY_DELAY_SECONDS, equalBytes, guardianKey, toHex } from '@pid/protocol';
import type { Guardian, PasskeyPoint, RecoveryPolicy } from '@pid/protocol';
import { useState } from 'preact/hooks';
import { formatLamports } from '../../kit/format/lamports.ts';
import { locale } from '../../kit/i18n/locale.ts';
import { Button } from '../../kit/controls/button.tsx';
import { CheckField, TextArea, TextField } from '../../kit/controls/inputs.tsx';
import { useAction } from '../../kit/controls/use-action.ts';
import { ExitProblem } from '../exit-problem.ts';
import { PLAIN } from '../find-form.tsx';
import type { Plan } from '../plan.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { Line } from '../review.tsx';
import type { PlanWords } from '../review.tsx';
import { guardianNames } from './guardians.tsx';
import { makePasskey } from './new-passkey.ts';
import { PaidStep } from './paid-step.tsx';
import { planPolicy } from './plan-recovery.ts';
import type { Subject } from './plan-recovery.ts';
import { readFriends } from './read-recovery.ts';
import type { PartProps } from './part-props.ts';

const DAY_SECONDS = 86_400;
const NOBODY: RecoveryPolicy = { guardians: [], threshold: 0, delaySeconds: 0 };
const loadSheet = () => import('@pid/protocol/sheet');

interface Typed {
  /** Empty if the policy has no sheet. */
  readonly words: string;
  readonly again: string;
  readonly passkey: PasskeyPoint | null;
  readonly friends: string;
  readonly threshold: string;
  readonly days: string;
}

function namesIn(typed: string): string[] {
  const names = typed
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter(Boolean);
  return [...new Set(names)].map((name) => (name.endsWith('@pid') ? name : `${name}@pid`));
}

/** More than half, unless the player has typed a number. */
function thresholdOf({ words, passkey, friends, threshold }: Typed): number {
  if (threshold.trim() !== '') return Number(threshold);
  const count = (words === '' ? 0 : 1) + (passkey ? 1 : 0) + namesIn(friends).length;
  return Math.floor(count / 2) + 1;
}

async function readSheet({ vault }: Subject, { words, again }: Typed): Promise<Guardian[]> {
  if (words === '') return [];
  const { readSheetWords, sheetKey } = await loadSheet();
  if (readSheetWords(again) !== words) throw new ExitProblem('otherSheet');
  const { publicKey } = sheetKey(words, {
    genesisHash: vault.genesisHash,
    accountId: vault.wallet.accountId,
  });
  return [{ kind: 'sheet', key: publicKey }];
}

async function readPolicy(subject: Subject, typed: Typed): Promise<RecoveryPolicy> {
  const { rpc, vault } = subject;
  const guardians: Guardian[] = [
    ...(await readSheet(subject, typed)),
    ...(typed.passkey ? [{ kind: 'passkey' as const, key: typed.passkey }] : []),
    ...(await readFriends(rpc, vault.wallet, namesIn(typed.friends))),
  ];
  const isOwn = (guardian: Guardian) =>
    guardian.kind === 'account' && equalBytes(guardian.accountId, vault.wallet.accountId);
  if (guardians.some(isOwn)) throw new ExitProblem('guardsItself');
  const [threshold, delaySeconds] = [thresholdOf(typed), Number(typed.days) * DAY_SECONDS];
  const { min, max } = RECOVERY_DELAY_SECONDS;
  const isGood =
    guardians.length > 0 &&
    guardians.length <= GUARDIANS_MAX &&
    Number.isInteger(threshold) &&
    threshold >= 1 &&
    threshold <= guardians.length &&
    Number.isInteger(delaySeconds) &&
    delaySeconds >= min &&
    delaySeconds <= max;
  if (!isGood) throw new ExitProblem('policyTerms');
  return { guardians, threshold, delaySeconds };
}

function policyWords({ text, words, subject }: PartProps, policy: RecoveryPolicy, plan: Plan): PlanWords {
  const { guardians, threshold, delaySeconds } = policy;
  const pays = plan.rentLamports > 0n;
  const names = guardianNames(words, guardians);
  return {
    lines: (
      <>
        <Line title={text.review.from}>{subject.vault.wallet.vault}</Line>
        {guardians.map((guardian, place) => (
          <Line key={toHex(guardianKey(guardian))} title={words.guardian[guardian.kind]}>
            {names[place]}
          </Line>
        ))}
      </>
    ),
    first: pays ? [words.policy.paysRent(formatLamports(plan.rentLamports, locale.value))] : [],
    last:
      guardians.length === 0
        ? words.policy.removes
        : words.policy.sets(threshold, guardians.length, delaySeconds / DAY_SECONDS),
    signers: `${words.passkeySigners(pays)} ${text.review.payerApart}`,
  };
}

/**
 * Selects a sheet, a passkey and players as guardians. The passkey that guards the wallet signs the policy.
 */
export function PolicyForm(props: PartProps) {
  const { text, words, subject, onBack, onChanged } = props;
  const { policy: said } = words;
  const [typed, setTyped] = useState<Typed>({
    words: '',
    again: '',
    passkey: null,
    friends: '',
    threshold: '',
    days: '7',
  });
  const change = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }));
  const wantSheet = useAction(async (isWanted: boolean) => {
    if (!isWanted) return change({ words: '', again: '' });
    const { sheetWords } = await loadSheet();
    change({ words: sheetWords(crypto.getRandomValues(new Uint8Array(16))) });
  });
  const make = useAction(async () => change({ passkey: await makePasskey(subject.pid) }));
  return (
    <PaidStep
      text={text}
      rpc={subject.rpc}
      title={said.title}
      back={words.back}
      payBody={subject.recovery.account === null ? words.payRent : words.pay}
      done={said.done}
      onBack={onBack}
      onDone={onChanged}
      prepare={async (payer) => {
        const policy = await readPolicy(subject, typed);
        const plan = await planPolicy(subject, policy, payer);
        return { plan, words: policyWords(props, policy, plan) };
      }}
    >
      <p class="-mt-2 text-sm text-muted">{said.body}</p>
      <CheckField
        label={said.sheet}
        hint={said.sheetHint}
        checked={typed.words !== ''}
        onChange={(isWanted) => void wantSheet.run(isWanted)}
      />
      {typed.words !== '' && <SheetFields words={words} typed={typed} onType={change} />}
      <div class="grid grid-cols-1 gap-2">
        <p>
          <span class="block font-semibold">{said.passkey}</span>
          <span class="text-sm text-muted">{typed.passkey ? said.made : said.passkeyHint}</span>
        </p>
        <p>
          <Button look="plain" busy={make.busy} onClick={() => make.run()}>
            {said.make}
          </Button>
        </p>
      </div>
      <ProblemNotice text={text} error={wantSheet.error ?? make.error} />
      <TextField
        label={said.friends}
        hint={said.friendsHint}
        value={typed.friends}
        onInput={(friends) => change({ friends })}
        input={PLAIN}
      />
      <TextField
        label={said.threshold}
        value={typed.threshold === '' ? String(thresholdOf(typed)) : typed.threshold}
        onInput={(threshold) => change({ threshold })}
        input={{ ...PLAIN, inputMode: 'numeric' }}
      />
      <TextField
        label={said.days}
        hint={said.daysHint}
        value={typed.days}
        onInput={(days) => change({ days })}
        input={{ ...PLAIN, inputMode: 'numeric' }}
      />
    </PaidStep>
  );
}

interface SheetFieldsProps {
  readonly words: PartProps['words'];
  readonly typed: Typed;
  readonly onType: (part: Partial<Typed>) => void;
}

function SheetFields({ words: { policy: said }, typed, onType }: SheetFieldsProps) {
  return (
    <>
      <p>{said.sheetBody}</p>
      <ol class="grid list-decimal grid-cols-2 gap-x-8 gap-y-2 pl-6 font-mono text-lg" data-words>
        {typed.words.split(' ').map((word, index) => (
          // A word can appear on a sheet twice.
          <li key={`${index}-${word}`}>{word}</li>
        ))}
      </ol>
      <TextArea label={said.again} value={typed.again} onInput={(again) => onType({ again })} code />
    </>
  );
}

export function RemovePolicy(props: PartProps) {
  const { text, words, subject, onBack, onChanged } = props;
  return (
    <PaidStep
      text={text}
      rpc={subject.rpc}
      title={words.policy.removeTitle}
      back={words.back}
      payBody={words.pay}
      done={words.policy.done}
      onBack={onBack}
      onDone={onChanged}
      prepare={async (payer) => {
        const plan = await planPolicy(subject, NOBODY, payer);
        return { plan, words: policyWords(props, NOBODY, plan) };
      }}
    >
      <p class="-mt-2 text-sm text-muted">{words.policy.removeBody}</p>
    </PaidStep>
  );
}
