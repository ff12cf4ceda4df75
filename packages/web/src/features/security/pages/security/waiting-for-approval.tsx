import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { CredentialApproval } from '../../../../kit/api/shapes.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Countdown } from '../../../../kit/controls/countdown.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import type { NoticeTone } from '../../../../kit/controls/notice.tsx';
import { SkeletonGroup } from '../../../../kit/controls/loading.tsx';
import { Spinner } from '../../../../kit/controls/spinner.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import { Fingerprint } from './approval-request.tsx';
import { approveHere, denyPasskey, proveHere } from './decide-approval.ts';
import type { Text } from './text.en.ts';

const ASK_EVERY_MILLISECONDS = 2_000;

export interface WaitingProps {
  readonly text: Text;
  readonly approvalId: string;
  /** The approval from the list, so that the page need not wait for a request. */
  readonly known: CredentialApproval | null;
  /** Called when it was approved or denied, or has expired. */
  readonly onSettled: () => void;
  readonly onDone: () => void;
}

function Outcome({
  text,
  state,
  onDone,
}: {
  text: Text;
  state: 'approved' | 'denied' | 'expired';
  onDone: () => void;
}) {
  const tones: Record<typeof state, NoticeTone> = { approved: 'good', denied: 'bad', expired: 'warn' };
  const { waiting } = text;
  return (
    <Notice
      live
      tone={tones[state]}
      title={waiting[`${state}Title`]}
      action={
        <Button look="plain" small onClick={onDone}>
          {waiting.done}
        </Button>
      }
    >
      {waiting[`${state}Body`]}
    </Notice>
  );
}

/** Shown on the device that wants to add a passkey. It shows the code and polls for the decision. */
export function WaitingForApproval({ text, approvalId, known, onSettled, onDone }: WaitingProps) {
  const approval = usePoll(
    approvalId,
    (signal) => api.call('getCredentialApproval', { id: approvalId }, { signal }),
    { everyMilliseconds: ASK_EVERY_MILLISECONDS, isDone: ({ state }) => state !== 'pending' },
  );
  const [proven, setProven] = useState(false);
  const current = approval.value ?? known;
  const state = approval.value?.state ?? 'pending';
  useEffect(() => {
    if (state !== 'pending') onSettled();
  }, [state]);
  const approve = useAction(async () => {
    if (current) await approveHere(current);
    approval.refresh();
  });
  const prove = useAction(async () => {
    if (current) await proveHere(current);
    setProven(true);
  });
  const withdraw = useAction(async () => {
    await denyPasskey(approvalId);
    onDone();
  });
  if (state !== 'pending') return <Outcome text={text} state={state} onDone={onDone} />;
  return (
    <section class="panel border-note p-5 sm:p-6" aria-label={text.waiting.title}>
      <div class="grid grid-cols-1 gap-4">
        <h2 class="flex items-center gap-3 text-xl">
          <Spinner class="size-5 text-brand" />
          {text.waiting.title}
        </h2>
        <p role="status">{text.waiting.body}</p>
        {current ? (
          <p class="grid gap-1 rounded-md bg-sunken p-4 text-center">
            <span class="text-sm text-muted">{text.approvals.code}</span>
            <Fingerprint value={current.fingerprint} />
          </p>
        ) : (
          <SkeletonGroup lines={2} />
        )}
        <ErrorNotice error={approve.error ?? prove.error ?? withdraw.error} />
        {current?.current === true && (
          <p class="grid justify-items-start gap-2 text-sm text-muted" role="status">
            {proven ? text.waiting.proven : text.waiting.proveBody}
            {!proven && (
              <Button
                look="plain"
                small
                busy={prove.busy}
                disabled={approve.busy}
                onClick={() => prove.run()}
              >
                {text.waiting.prove}
              </Button>
            )}
          </p>
        )}
        <div class="flex flex-wrap items-center gap-3">
          <Button look="plain" busy={approve.busy} onClick={() => approve.run()}>
            {text.waiting.here}
          </Button>
          <Button look="quiet" busy={withdraw.busy} onClick={() => withdraw.run()}>
            {text.waiting.cancel}
          </Button>
          {current && (
            <Countdown until={current.expiresAt} label={text.waiting.timeLeft} onEnd={approval.refresh} />
          )}
        </div>
      </div>
    </section>
  );
}
