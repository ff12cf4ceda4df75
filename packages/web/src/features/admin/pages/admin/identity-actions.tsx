import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { IdentityStatus } from '../../../../kit/api/shapes.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import type { Text } from './text.en.ts';

type Verb = keyof Text['ask'];

const OPERATIONS = {
  suspend: 'suspendIdentityAsAdmin',
  reactivate: 'reactivateIdentityAsAdmin',
  delete: 'deleteIdentityAsAdmin',
} as const;

export interface IdentityActionsProps {
  readonly text: Text;
  readonly pid: string;
  readonly status: IdentityStatus;
  readonly onChanged: () => void;
}

/** Deletion cannot be undone, so it is folded away from the actions that can. */
export function IdentityActions({ text, pid, status, onChanged }: IdentityActionsProps) {
  const [verb, setVerb] = useState<Verb | null>(null);
  const [reason, setReason] = useState('');
  if (status === 'deleted') return null;
  const ask = (wanted: Verb) => () => {
    setReason('');
    setVerb(wanted);
  };
  const usual = status === 'active' ? 'suspend' : 'reactivate';
  return (
    <div class="grid gap-3">
      <p>
        <Button look="plain" onClick={ask(usual)}>
          {text[usual]}
        </Button>
      </p>
      <details>
        <summary class="flex min-h-11 w-fit cursor-pointer items-center text-sm text-muted">
          {text.detail.forGood}
        </summary>
        <p class="pt-2">
          <Button look="danger" small onClick={ask('delete')}>
            {text.delete}
          </Button>
        </p>
      </details>
      <ConfirmDialog
        open={verb !== null}
        title={verb ? text.ask[verb](pid) : ''}
        confirm={verb ? text[verb] : ''}
        look={verb === 'reactivate' ? 'primary' : 'danger'}
        disabled={verb !== 'reactivate' && reason.trim() === ''}
        onClose={() => setVerb(null)}
        onConfirm={async () => {
          if (!verb) return;
          const because = reason.trim() === '' ? {} : { reason: reason.trim() };
          await api.call(OPERATIONS[verb], { pid, ...because });
          showToast(text.done[verb](pid));
          onChanged();
        }}
      >
        {verb && <p>{text.consequence[verb]}</p>}
        <TextField
          label={text.reason}
          hint={verb === 'delete' ? text.reasonHint : text.reasonRead}
          value={reason}
          onInput={setReason}
          input={{ maxLength: 200, autocomplete: 'off' }}
        />
      </ConfirmDialog>
    </div>
  );
}
