import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { readOwnerState } from '../../../security/parts/notices/owner-state.ts';
import { isBegunHere } from '../../parts/begun-here.ts';
import { loadSigning } from '../../parts/load-signing.ts';
import { UsePasskey, UseSheet } from './approve.tsx';
import { isPaperOnly, type AttemptProps } from './shapes.ts';

/**
 * Shows one running recovery. On the device that started it, the page guides the player; on other devices it
 * explains the recovery and how to stop it.
 */
export function Running(props: AttemptProps) {
  const [isDone, setDone] = useState(false);
  if (isDone) return <Notice tone="good">{props.text.finished}</Notice>;
  return isBegunHere(props.attempt.id) ? (
    <Own {...props} onFinished={() => setDone(true)} />
  ) : (
    <Others {...props} onFinished={() => setDone(true)} />
  );
}

interface RunningProps extends AttemptProps {
  readonly onFinished: () => void;
}

function Own(props: RunningProps) {
  const { text } = props;
  return (
    <Card title={text.ownTitle}>
      <div class="grid gap-5">
        <Progress {...props} />
        <Means {...props} />
        <div class="grid gap-3 border-t border-line pt-4">
          <p class="text-sm text-muted">{text.found}</p>
          <Stop {...props} look="quiet" label={text.stopOwn} />
        </div>
      </div>
    </Card>
  );
}

function Others(props: RunningProps) {
  const { text, attempt } = props;
  return (
    <Card title={text.runningTitle}>
      <div class="grid gap-5">
        <p>{text.running}</p>
        <p>
          {attempt.readyAt === null ? (
            text.unchanged
          ) : (
            <>
              {text.until} <DateTime value={attempt.readyAt} />
            </>
          )}
        </p>
        <Stop {...props} look="danger" label={text.stop} />
        <details class="border-t border-line pt-4">
          <summary class="flex min-h-11 cursor-pointer items-center font-semibold">{text.itIsMe}</summary>
          <div class="grid gap-5 pt-3">
            <Progress {...props} />
            <Means {...props} />
          </div>
        </details>
      </div>
    </Card>
  );
}

/** Shows the current step, the next step and the time limit. */
function Progress({ text, recovery, attempt }: AttemptProps) {
  const { policy } = recovery;
  const isReady = isReadyNow({ recovery, attempt });
  if (isReady) return <p>{text.readyNow}</p>;
  if (attempt.readyAt !== null)
    return (
      <div class="grid gap-2">
        <p class="text-sm text-muted">{text.ready}</p>
        <p class="text-xl font-bold">
          <DateTime value={attempt.readyAt} />
        </p>
        <p>{attempt.mode === 'chain' ? text.waitChain : text.waitDatabase}</p>
      </div>
    );
  const needed = policy?.threshold ?? 1;
  const days = Math.round((policy?.delaySeconds ?? 0) / 86_400);
  // The words are typed here, so there is no number to compare.
  if (isPaperOnly(recovery)) return <p>{text.approveByPaper(days)}</p>;
  return (
    <div class="grid gap-4">
      <p class="font-semibold">{text.agreed(attempt.approvals.length, needed)}</p>
      <p>{text.callThem(days)}</p>
      <div>
        <p class="text-sm text-muted">{text.number}</p>
        <p class="font-mono text-2xl font-bold break-words tabular-nums" data-number>
          {attempt.number}
        </p>
      </div>
    </div>
  );
}

/** Actions with which the player who started the recovery can continue it. */
function Means(props: RunningProps) {
  const { text, recovery, attempt, onFinished } = props;
  const finish = useAction(async () => {
    await api.call('finishRecovery', { id: attempt.id });
    await readOwnerState();
    onFinished();
  });
  if (attempt.readyAt === null)
    return (
      <>
        <UsePasskey {...props} />
        <UseSheet {...props} />
      </>
    );
  if (!isReadyNow({ recovery, attempt })) return null;
  return (
    <>
      <ErrorNotice error={finish.error} />
      <p>
        <Button busy={finish.busy} onClick={() => finish.run()}>
          {text.finish}
        </Button>
      </p>
    </>
  );
}

function Stop(props: AttemptProps & StopProps) {
  const { text, pid, attempt, onChanged, onStopped, look, label } = props;
  const stop = useAction(async () => {
    // Guardians may have approved since the page was loaded.
    const { policy, pending } = await api.call('getRecovery');
    const { approvals } = pending.find(({ id }) => id === attempt.id) ?? attempt;
    const { votedBy } =
      attempt.mode === 'chain'
        ? await (await loadSigning()).signCancel(pid, attempt.id)
        : await api.call('cancelRecovery', { id: attempt.id });
    showToast(text.stopped);
    // The owner's own recovery gives no reason to replace anything.
    if (!isBegunHere(attempt.id)) {
      const voters = approvals.map((place) => policy?.guardians[place]?.pid ?? null);
      onStopped({ kinds: votedBy, pids: voters.filter((voter) => voter !== null) });
    }
    await readOwnerState();
    onChanged();
  });
  return (
    <>
      <ErrorNotice error={stop.error} />
      <p>
        <Button look={look} busy={stop.busy} onClick={() => stop.run()}>
          {label}
        </Button>
      </p>
    </>
  );
}

interface StopProps {
  readonly look: 'danger' | 'quiet';
  readonly label: string;
}

function isReadyNow({ recovery, attempt }: Pick<AttemptProps, 'recovery' | 'attempt'>): boolean {
  return attempt.readyAt !== null && Date.parse(attempt.readyAt) <= recovery.chainTime * 1000;
}
