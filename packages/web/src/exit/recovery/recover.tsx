import { compareNumber, toHex } from '@pid/protocol';
import type { RecoveryAttempt } from '@pid/protocol';
import { useEffect, useState } from 'preact/hooks';
import { locale, textIn } from '../../kit/i18n/locale.ts';
import { Button } from '../../kit/controls/button.tsx';
import { Card } from '../../kit/controls/card.tsx';
import { Notice } from '../../kit/controls/notice.tsx';
import { useAction } from '../../kit/controls/use-action.ts';
import type { Found } from '../find-form.tsx';
import { NoPasskeys, ProblemNotice } from '../problem-notice.tsx';
import type { Vault } from '../read-vault.ts';
import { Line, shownTime } from '../review.tsx';
import type { Text } from '../text.en.ts';
import { GuardianList } from './guardians.tsx';
import { keptKey } from './new-passkey.ts';
import type { PartProps } from './part-props.ts';
import { PolicyForm, RemovePolicy } from './policy-form.tsx';
import { readRecovery } from './read-recovery.ts';
import type { Recovery } from './read-recovery.ts';
import { CancelRecovery, FinishRecovery, StartRecovery } from './steps.tsx';
import type { RecoveryText } from './text.en.ts';
import { CompareNumber, Vote } from './vote.tsx';

const WORDS = import.meta.glob<RecoveryText>('./text.*.ts', { eager: true, import: 'text' });

type View =
  | { readonly name: 'overview' | 'start' | 'vote' | 'cancel' | 'policy' | 'remove' }
  | { readonly name: 'finish'; readonly attempt: RecoveryAttempt };

/** Views that need a passkey of this host. Voting does not, because a sheet can vote. */
const PASSKEY_VIEWS: readonly View['name'][] = ['start', 'cancel', 'policy', 'remove'];

export interface RecoverProps {
  readonly text: Text;
  readonly found: Found & { readonly vault: Vault };
  readonly onBack: () => void;
  /** Called when the wallet may have another passkey. */
  readonly onChanged: () => Promise<void>;
}

/** The whole recovery without the service: guardians, approvals, cancelling and finishing. */
export function Recover({ text, found, onBack, onChanged }: RecoverProps) {
  const { rpc, pid, vault } = found;
  const words = textIn(WORDS, locale.value);
  const [recovery, setRecovery] = useState<Recovery | null>(null);
  const [view, setView] = useState<View>({ name: 'overview' });
  const read = useAction(async () => setRecovery(await readRecovery(rpc, vault.wallet)));
  useEffect(() => void read.run(), [vault]);
  if (recovery === null)
    return (
      <Card title={words.title}>
        <div class="grid grid-cols-1 gap-4">
          <ProblemNotice text={text} error={read.error} />
          <p>
            <Button look="quiet" busy={read.busy} onClick={onBack}>
              {words.back}
            </Button>
          </p>
        </div>
      </Card>
    );
  const part: PartProps = {
    text,
    words,
    subject: { rpc, pid, vault, recovery },
    onBack: () => setView({ name: 'overview' }),
    onChanged: async () => {
      await onChanged();
      setRecovery(await readRecovery(rpc, vault.wallet));
      setView({ name: 'overview' });
    },
  };
  if (!vault.passkeysSign && PASSKEY_VIEWS.includes(view.name))
    return (
      <Card
        title={words.title}
        action={
          <Button small look="quiet" onClick={part.onBack}>
            {words.back}
          </Button>
        }
      >
        <NoPasskeys text={text} />
      </Card>
    );
  switch (view.name) {
    case 'start':
      return <StartRecovery {...part} onVote={() => setView({ name: 'vote' })} />;
    case 'vote':
      return <Vote {...part} />;
    case 'cancel':
      return <CancelRecovery {...part} />;
    case 'finish':
      return <FinishRecovery {...part} attempt={view.attempt} />;
    case 'policy':
      return <PolicyForm {...part} />;
    case 'remove':
      return <RemovePolicy {...part} />;
    default:
      return <Overview {...part} onBack={onBack} onView={setView} />;
  }
}

/** A running recovery comes first, because frightened players look for it here. */
function Overview({ words, subject, onBack, onView }: PartProps & { readonly onView: (view: View) => void }) {
  const { account, attempts, chainSeconds } = subject.recovery;
  const isGuarded = account !== null && account.guardians.length > 0;
  const hasVotes = account?.votes.some((vote) => vote !== null) === true;
  return (
    <>
      {attempts.map((attempt) => (
        <Running
          key={toHex(attempt.newAuthority)}
          words={words}
          subject={subject}
          attempt={attempt}
          onView={onView}
        />
      ))}
      <Card
        title={words.guardiansTitle}
        action={
          <Button small look="quiet" onClick={onBack}>
            {words.back}
          </Button>
        }
      >
        <div class="grid grid-cols-1 gap-4">
          {isGuarded ? (
            <GuardianList words={words} account={account} chainSeconds={chainSeconds} />
          ) : (
            <p class="-mt-2">{words.none}</p>
          )}
          <div class="grid grid-cols-1 gap-3 sm:flex sm:flex-wrap">
            {isGuarded && <Button onClick={() => onView({ name: 'start' })}>{words.lost}</Button>}
            {isGuarded && (
              <Button look="plain" onClick={() => onView({ name: 'vote' })}>
                {words.approve}
              </Button>
            )}
            {hasVotes && attempts.length === 0 && (
              <Button look="danger" onClick={() => onView({ name: 'cancel' })}>
                {words.stop}
              </Button>
            )}
            <Button look={isGuarded ? 'plain' : 'sun'} onClick={() => onView({ name: 'policy' })}>
              {isGuarded ? words.change : words.setUp}
            </Button>
            {isGuarded && (
              <Button look="quiet" onClick={() => onView({ name: 'remove' })}>
                {words.remove}
              </Button>
            )}
          </div>
        </div>
      </Card>
    </>
  );
}

interface RunningProps extends Pick<PartProps, 'words' | 'subject'> {
  readonly attempt: RecoveryAttempt;
  readonly onView: (view: View) => void;
}

function Running({ words, subject, attempt, onView }: RunningProps) {
  const { pid, vault, recovery } = subject;
  const key = toHex(attempt.newAuthority);
  return (
    <Card title={words.runningTitle}>
      <div class="grid grid-cols-1 gap-4">
        <Notice tone="bad">{words.running}</Notice>
        <dl class="grid grid-cols-1 gap-3">
          <Line title={words.readyAt}>{shownTime(attempt.readyAt)}</Line>
          <Line title={words.lapsesAt}>{shownTime(attempt.lapsesAt)}</Line>
          <Line title={words.newKey}>
            <code class="text-sm">{key}</code>
          </Line>
        </dl>
        {keptKey(pid) === key && <Notice tone="good">{words.yours}</Notice>}
        <CompareNumber
          title={words.number}
          number={compareNumber(vault.wallet.accountId, recovery.nonce, attempt.newAuthority)}
        />
        <div class="grid grid-cols-1 gap-3 sm:flex sm:flex-wrap">
          <Button look="danger" onClick={() => onView({ name: 'cancel' })}>
            {words.stop}
          </Button>
          {attempt.readyAt <= recovery.chainSeconds && (
            <Button onClick={() => onView({ name: 'finish', attempt })}>{words.finish}</Button>
          )}
        </div>
      </div>
    </Card>
  );
}
