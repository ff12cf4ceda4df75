import { compareNumber, toHex } from '@pid/protocol';
import type { RecoveryAttempt } from '@pid/protocol';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/controls/button.tsx';
import { Card } from '../../kit/controls/card.tsx';
import { CopyButton } from '../../kit/controls/copy-button.tsx';
import { useAction } from '../../kit/controls/use-action.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { Line } from '../review.tsx';
import { keepKey, keptKey, makePasskey, readKey } from './new-passkey.ts';
import { PaidStep } from './paid-step.tsx';
import { planCancel, planFinish } from './plan-recovery.ts';
import type { PartProps } from './part-props.ts';
import { CompareNumber } from './vote.tsx';

/** Makes the new passkey of a player who lost the old one. It has no power until guardians have agreed. */
export function StartRecovery({
  text,
  words,
  subject,
  onBack,
  onVote,
}: PartProps & { readonly onVote: () => void }) {
  const { pid, vault, recovery } = subject;
  const [key, setKey] = useState(keptKey(pid));
  const make = useAction(async () => {
    const made = await makePasskey(pid);
    keepKey(pid, made);
    setKey(toHex(made));
  });
  return (
    <Card
      title={words.start.title}
      action={
        <Button small look="quiet" disabled={make.busy} onClick={onBack}>
          {words.back}
        </Button>
      }
    >
      <div class="grid grid-cols-1 gap-4">
        <p class="-mt-2">{words.start.body}</p>
        {key !== '' && (
          <>
            <p>{words.start.made}</p>
            <dl>
              <Line title={words.newKey}>
                <code class="text-sm" data-new-key>
                  {key}
                </code>
              </Line>
            </dl>
            <p>
              <CopyButton value={key} label={words.newKey} />
            </p>
            <CompareNumber
              title={words.number}
              number={compareNumber(vault.wallet.accountId, recovery.nonce, readKey(key))}
            />
            <p>
              <Button onClick={onVote}>{words.start.next}</Button>
            </p>
          </>
        )}
        <ProblemNotice text={text} error={make.error} />
        <p>
          <Button look={key === '' ? 'sun' : 'quiet'} busy={make.busy} onClick={() => make.run()}>
            {key === '' ? words.start.make : words.start.other}
          </Button>
        </p>
      </div>
    </Card>
  );
}

export function CancelRecovery({ text, words, subject, onBack, onChanged }: PartProps) {
  return (
    <PaidStep
      text={text}
      rpc={subject.rpc}
      title={words.cancel.title}
      back={words.back}
      payBody={words.pay}
      done={words.cancel.done}
      onBack={onBack}
      onDone={onChanged}
      prepare={async (payer) => ({
        plan: await planCancel(subject, payer),
        words: {
          lines: <Line title={text.review.from}>{subject.vault.wallet.vault}</Line>,
          first: [],
          last: words.cancel.does,
          signers: `${words.passkeySigners(false)} ${text.review.payerApart}`,
        },
      })}
    >
      <p class="-mt-2 text-sm text-muted">{words.cancel.body}</p>
    </PaidStep>
  );
}

export function FinishRecovery(props: PartProps & { readonly attempt: RecoveryAttempt }) {
  const { text, words, subject, attempt, onBack, onChanged } = props;
  const key = toHex(attempt.newAuthority);
  return (
    <PaidStep
      text={text}
      rpc={subject.rpc}
      title={words.finishing.title}
      back={words.back}
      payBody={words.pay}
      done={words.finishing.done}
      onBack={onBack}
      onDone={onChanged}
      prepare={async (payer) => ({
        plan: planFinish(subject, attempt.newAuthority, payer),
        words: {
          lines: (
            <>
              <Line title={text.review.from}>{subject.vault.wallet.vault}</Line>
              <Line title={words.newKey}>{key}</Line>
            </>
          ),
          first: [],
          last: words.finishing.does(key),
          signers: `${words.payerOnly} ${text.review.payerApart}`,
        },
      })}
    >
      <p class="-mt-2 text-sm text-muted">{words.finishing.body}</p>
    </PaidStep>
  );
}
