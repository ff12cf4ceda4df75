import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { TextArea } from '../../../../kit/controls/inputs.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { readOwnerState } from '../../../security/parts/notices/owner-state.ts';
import { loadSigning } from '../../parts/load-signing.ts';
import type { PartProps, Recovery } from './shapes.ts';

type Attempt = Recovery['pending'][number];

/** One recovery under way: what it is, how to stop it, and for whoever began it how to go on. */
export function Running(props: PartProps & { readonly attempt: Attempt }) {
  const { text, pid, recovery, attempt, onChanged } = props;
  const changed = async (said: string): Promise<void> => {
    showToast(said);
    await readOwnerState();
    onChanged();
  };
  const stop = useAction(async () => {
    if (attempt.mode === 'chain') await (await loadSigning()).signCancel(pid, attempt.id);
    else await api.call('cancelRecovery', { id: attempt.id });
    await changed(text.stopped);
  });
  const finish = useAction(async () => {
    await api.call('finishRecovery', { id: attempt.id });
    await changed(text.finished);
  });
  const isReady = attempt.readyAt !== null && Date.parse(attempt.readyAt) <= recovery.chainTime * 1000;
  return (
    <Card title={text.runningTitle}>
      <div class="grid gap-4">
        <Notice tone="bad">{text.running}</Notice>
        <p>
          {attempt.readyAt === null ? (
            text.missing
          ) : (
            <>
              {text.ready} <DateTime value={attempt.readyAt} />
            </>
          )}
        </p>
        {attempt.mode === 'chain' && (
          <div>
            <p class="text-sm text-muted">{text.number}</p>
            <p class="font-mono text-2xl font-bold break-words tabular-nums" data-number>
              {attempt.number}
            </p>
          </div>
        )}
        <ErrorNotice error={stop.error ?? finish.error} />
        <div class="flex flex-wrap gap-3">
          <Button look="danger" busy={stop.busy} onClick={() => stop.run()}>
            {text.stop}
          </Button>
          {isReady && (
            <Button busy={finish.busy} onClick={() => finish.run()}>
              {text.finish}
            </Button>
          )}
        </div>
        {attempt.mode === 'chain' && <UsePasskey {...props} />}
        {attempt.mode === 'chain' && <UseSheet {...props} />}
      </div>
    </Card>
  );
}

function UseSheet({ text, pid, recovery, attempt, onChanged }: PartProps & { readonly attempt: Attempt }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const guardian = recovery.policy?.guardians.findIndex(({ kind }) => kind === 'sheet') ?? -1;
  const approve = useAction(async () => {
    const request = { ...attempt, pid, guardian, policyNonce: recovery.policyNonce };
    const { approveWithWords } = await loadSigning();
    const isRead = await approveWithWords(request, typed);
    setWrong(!isRead);
    if (!isRead) return;
    showToast(text.approvedBySheet);
    onChanged();
  });
  const hasVoted = recovery.attempt?.votes.some((vote) => vote.guardian === guardian) === true;
  if (guardian < 0 || hasVoted) return null;
  return (
    <div class="grid gap-3 border-t border-line pt-4">
      <TextArea
        label={text.words}
        value={typed}
        onInput={setTyped}
        error={wrong ? text.wordsBad : undefined}
        code
      />
      <ErrorNotice error={approve.error} />
      <p>
        <Button look="plain" busy={approve.busy} disabled={typed === ''} onClick={() => approve.run()}>
          {text.sheetApprove}
        </Button>
      </p>
    </div>
  );
}

/** Another passkey of the same player, on this device or on the phone that is held beside it. */
function UsePasskey({ text, pid, recovery, attempt, onChanged }: PartProps & { readonly attempt: Attempt }) {
  const guardian = recovery.policy?.guardians.findIndex(({ kind }) => kind === 'passkey') ?? -1;
  const approve = useAction(async () => {
    const { approveWithPasskey } = await loadSigning();
    const key = recovery.policy?.guardians[guardian]?.publicKey;
    const own = (await api.call('listPasskeys')).find(({ publicKey }) => publicKey === key);
    const request = { ...attempt, pid, guardian, policyNonce: recovery.policyNonce };
    await approveWithPasskey(request, own?.credentialId ?? null);
    showToast(text.approvedByPasskey);
    onChanged();
  });
  const hasVoted = recovery.attempt?.votes.some((vote) => vote.guardian === guardian) === true;
  if (guardian < 0 || hasVoted) return null;
  return (
    <div class="grid gap-3 border-t border-line pt-4">
      <ErrorNotice error={approve.error} />
      <p>
        <Button look="plain" busy={approve.busy} onClick={() => approve.run()}>
          {text.passkeyApprove}
        </Button>
      </p>
    </div>
  );
}
