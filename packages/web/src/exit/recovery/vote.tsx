import { compareNumber, toHex } from '@pid/protocol';
import type { Guardian } from '@pid/protocol';
import { useState } from 'preact/hooks';
import { CheckField, SelectField, TextArea } from '../../kit/controls/inputs.tsx';
import { ExitProblem } from '../exit-problem.ts';
import { NoPasskeys } from '../problem-notice.tsx';
import { Line } from '../review.tsx';
import type { PlanWords } from '../review.tsx';
import { keptKey, readKey } from './new-passkey.ts';
import { PaidStep } from './paid-step.tsx';
import { planVote } from './plan-recovery.ts';
import type { Ballot } from './plan-recovery.ts';
import type { PartProps } from './part-props.ts';
import { GuardianName, guardianNames } from './guardians.tsx';

/** The number that both sides of a phone call compare; empty for an invalid key. */
function numberOf({ vault, recovery }: PartProps['subject'], typed: string): string {
  try {
    return compareNumber(vault.wallet.accountId, recovery.nonce, readKey(typed));
  } catch {
    return '';
  }
}

export function CompareNumber({ title, number }: { title: string; number: string }) {
  return (
    <div>
      <p class="text-sm text-muted">{title}</p>
      <p class="font-mono text-2xl font-bold break-words tabular-nums" data-number>
        {number}
      </p>
    </div>
  );
}

function voteWords({ words, text, subject }: PartProps, ballot: Ballot): PlanWords {
  const { vote } = words;
  const key = ballot.newAuthority && toHex(ballot.newAuthority);
  const isSheet = ballot.guardian.kind === 'sheet';
  return {
    lines: (
      <>
        <Line title={text.review.from}>{subject.vault.wallet.vault}</Line>
        <Line title={vote.who}>
          <GuardianName words={words} guardian={ballot.guardian} />
        </Line>
        {key && <Line title={words.newKey}>{key}</Line>}
        {key && <Line title={words.number}>{numberOf(subject, key)}</Line>}
      </>
    ),
    first: isSheet ? [vote.checksSheet] : [],
    last: key ? vote.votes(key) : vote.withdraws,
    signers: `${isSheet ? vote.sheetSigners : words.passkeySigners(false)} ${text.review.payerApart}`,
  };
}

/**
 * A guardian approves one key or withdraws the approval. The key is never filled in from a server's response.
 */
export function Vote(props: PartProps) {
  const { text, words, subject, onBack, onChanged } = props;
  const { rpc, pid, recovery } = subject;
  const guardians: readonly Guardian[] = recovery.account?.guardians ?? [];
  const sheet = guardians.findIndex(({ kind }) => kind === 'sheet');
  const [index, setIndex] = useState(Math.max(sheet, 0));
  const [key, setKey] = useState(keptKey(pid));
  const [typed, setTyped] = useState('');
  const [isWithdrawal, setWithdrawal] = useState(false);
  const guardian = guardians[index];
  const number = isWithdrawal ? '' : numberOf(subject, key);
  const { vote } = words;
  return (
    <PaidStep
      text={text}
      rpc={rpc}
      title={vote.title}
      back={words.back}
      payBody={words.pay}
      done={vote.done}
      onBack={onBack}
      onDone={onChanged}
      prepare={async (payer) => {
        if (!guardian) throw new ExitProblem('noGuardians');
        const newAuthority = isWithdrawal ? null : readKey(key);
        const ballot: Ballot = { index, guardian, newAuthority, words: typed };
        return { plan: await planVote(subject, ballot, payer), words: voteWords(props, ballot) };
      }}
    >
      <p class="-mt-2 text-sm text-muted">{vote.body}</p>
      <SelectField
        label={vote.who}
        value={String(index)}
        options={guardianNames(words, guardians).map((label, place) => ({ value: String(place), label }))}
        onChange={(value) => setIndex(Number(value))}
      />
      {!isWithdrawal && (
        <TextArea label={vote.key} hint={vote.keyHint} value={key} onInput={setKey} rows={2} code />
      )}
      {number !== '' && <CompareNumber title={words.number} number={number} />}
      {guardian && guardian.kind !== 'sheet' && !subject.vault.passkeysSign && <NoPasskeys text={text} />}
      {guardian?.kind === 'sheet' && (
        <TextArea label={vote.words} hint={vote.wordsHint} value={typed} onInput={setTyped} code />
      )}
      <CheckField
        label={vote.withdraw}
        hint={vote.withdrawHint}
        checked={isWithdrawal}
        onChange={setWithdrawal}
      />
    </PaidStep>
  );
}
