import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { TextArea } from '../../../../kit/controls/inputs.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { loadSigning } from '../../parts/load-signing.ts';
import type { AttemptProps } from './shapes.ts';

/** Index of the first guardian of this kind whose approval is missing, or -1. */
function missing({ recovery, attempt }: AttemptProps, wanted: 'passkey' | 'sheet'): number {
  const guardians = recovery.policy?.guardians ?? [];
  return guardians.findIndex(({ kind }, place) => kind === wanted && !attempt.approvals.includes(place));
}

export function UseSheet(props: AttemptProps) {
  const { text, pid, recovery, attempt, onChanged } = props;
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const guardian = missing(props, 'sheet');
  const approve = useAction(async () => {
    const request = { ...attempt, pid, guardian, policyNonce: recovery.policyNonce };
    const { approveWithWords } = await loadSigning();
    const isRead = await approveWithWords(request, typed);
    setWrong(!isRead);
    if (!isRead) return;
    showToast(text.approvedBySheet);
    onChanged();
  });
  if (guardian < 0) return null;
  return (
    <div class="grid gap-3 border-t border-line pt-4">
      <TextArea
        label={text.words}
        hint={text.wordsHint}
        value={typed}
        onInput={setTyped}
        error={wrong ? text.wordsBad : undefined}
        code
      />
      <ErrorNotice error={approve.error} />
      <p>
        <Button busy={approve.busy} disabled={typed === ''} onClick={() => approve.run()}>
          {text.sheetApprove}
        </Button>
      </p>
    </div>
  );
}

/** Uses another passkey of the same player, on this device or on a nearby phone. */
export function UsePasskey(props: AttemptProps) {
  const { text, pid, recovery, attempt, onChanged } = props;
  const guardian = missing(props, 'passkey');
  const approve = useAction(async () => {
    const { approveWithPasskey } = await loadSigning();
    const key = recovery.policy?.guardians[guardian]?.publicKey;
    const own = (await api.call('listPasskeys')).find(({ publicKey }) => publicKey === key);
    const request = { ...attempt, pid, guardian, policyNonce: recovery.policyNonce };
    await approveWithPasskey(request, own?.credentialId ?? null);
    showToast(text.approvedByPasskey);
    onChanged();
  });
  if (guardian < 0) return null;
  return (
    <div class="grid gap-3 border-t border-line pt-4">
      <p class="text-sm text-muted">{text.passkeyHint}</p>
      <ErrorNotice error={approve.error} />
      <p>
        <Button busy={approve.busy} onClick={() => approve.run()}>
          {text.passkeyApprove}
        </Button>
      </p>
    </div>
  );
}
