import { useState } from 'preact/hooks';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { TextArea } from '../../../../kit/controls/inputs.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { loadSigning } from '../../parts/load-signing.ts';
import type { PartProps, Recovery } from './shapes.ts';

type Policy = NonNullable<Recovery['policy']>;

/** Shows the guardians, a drill for the sheet, and a button to remove all guardians. */
export function Guarded(props: PartProps & { readonly policy: Policy }) {
  const { text, pid, policy, recovery, onChanged } = props;
  const [isAsked, setAsked] = useState(false);
  const remove = async (): Promise<void> => {
    const { signPolicy } = await loadSigning();
    await signPolicy(pid, { guardians: [], threshold: 0, delaySeconds: 0 });
    showToast(text.removed);
    onChanged();
  };
  const days = Math.round(policy.delaySeconds / 86_400);
  return (
    <Card title={text.guardiansTitle}>
      <div class="grid gap-4">
        <ul class="grid list-disc gap-1 pl-5">
          {policy.guardians.map(({ kind, pid: friend, publicKey, left }, place) => (
            <li key={publicKey ?? friend ?? String(place)}>
              {friend ?? text.guardian[kind]}
              {left && <span class="block text-sm text-bad">{text.left}</span>}
            </li>
          ))}
        </ul>
        <p class="text-sm text-muted">{text.terms(policy.threshold, policy.guardians.length, days)}</p>
        {/* Hidden during a recovery, so that a frightened player is not asked for the words twice. */}
        {recovery.pending.length === 0 && (
          <>
            <Drill {...props} />
            <p>
              <Button look="quiet" small onClick={() => setAsked(true)}>
                {text.remove}
              </Button>
            </p>
          </>
        )}
        <ConfirmDialog
          open={isAsked}
          title={text.remove}
          confirm={text.removeSign}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        >
          <p>{text.removeBody}</p>
        </ConfirmDialog>
      </div>
    </Card>
  );
}

/** Compares keys and signs nothing. */
function Drill({ text, pid, policy }: PartProps & { readonly policy: Policy }) {
  const [typed, setTyped] = useState('');
  const [verdict, setVerdict] = useState<boolean | null>(null);
  const keys = policy.guardians.flatMap(({ kind, publicKey }) => (kind === 'sheet' ? [publicKey] : []));
  const check = useAction(async () => {
    const { keyOfWords } = await loadSigning();
    setVerdict(keys.includes(await keyOfWords(typed, pid)));
  });
  if (keys.length === 0) return null;
  return (
    <div class="grid gap-3 border-t border-line pt-4">
      <TextArea label={text.drill} hint={text.drillHint} value={typed} onInput={setTyped} code />
      <ErrorNotice error={check.error} />
      {verdict !== null && (
        <Notice live tone={verdict ? 'good' : 'bad'}>
          {verdict ? text.drillGood : text.drillBad}
        </Notice>
      )}
      <p>
        <Button look="plain" busy={check.busy} disabled={typed === ''} onClick={() => check.run()}>
          {text.check}
        </Button>
      </p>
    </div>
  );
}
