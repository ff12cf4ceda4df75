import { useState } from 'preact/hooks';
import { stepUpNeed } from '../../../../kit/api/errors.ts';
import { api } from '../../../../kit/api/api.ts';
import { isTooNew } from '../../../../kit/passkeys/usable-passkeys.ts';
import { tellKeepers } from '../../../../kit/passkeys/tell-keepers.ts';
import type { Passkey } from '../../../../kit/api/shapes.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';
import type { Assertion } from '@pid/contract';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { KeyIcon } from '../../../../kit/controls/icons.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import type { Text } from './text.en.ts';

/**
 * Without a passkey that counts, none can sign. Then a recent sign-in is enough; the removal itself checks
 * for it.
 */
async function proveOwnership(id: string): Promise<Assertion | null> {
  try {
    return await signWithPasskey(await api.call('passkeyRevocationOptions', { id }));
  } catch (error) {
    if (stepUpNeed(error) === 'recent') return null;
    throw error;
  }
}

async function removePasskey(id: string): Promise<void> {
  const assertion = await proveOwnership(id);
  await api.call('revokePasskey', { id, ...(assertion === null ? {} : { assertion }) });
  tellKeepers();
}

interface RowProps {
  readonly text: Text;
  readonly passkey: Passkey;
  readonly isLast: boolean;
  readonly onChanged: () => void;
}

function RenameDialog({
  text,
  passkey,
  open,
  onClose,
  onChanged,
}: RowProps & {
  open: boolean;
  onClose: () => void;
}) {
  const [name, setName] = useState(passkey.name);
  const [tried, setTried] = useState(false);
  const empty = name.trim() === '';
  return (
    <ConfirmDialog
      open={open}
      title={text.passkeys.renameTitle}
      confirm={text.passkeys.save}
      look="primary"
      onClose={onClose}
      disabled={empty}
      onConfirm={async () => {
        setTried(true);
        await api.call('renamePasskey', { id: passkey.id, name: name.trim() });
        onChanged();
      }}
    >
      <TextField
        label={text.passkeys.name}
        value={name}
        onInput={setName}
        error={tried && empty ? text.passkeys.nameEmpty : undefined}
        input={{ maxLength: 64, autocomplete: 'off' }}
      />
    </ConfirmDialog>
  );
}

export function PasskeyRow(props: RowProps) {
  const { text, passkey, isLast, onChanged } = props;
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span class="grid size-10 shrink-0 place-items-center rounded-md bg-brand-soft text-brand">
        <KeyIcon />
      </span>
      <div class="min-w-48 flex-1">
        <p class="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span class="break-all">{passkey.name}</span>
          {passkey.authority && <Badge tone="note">{text.passkeys.authority}</Badge>}
          {passkey.backedUp ? (
            <Badge tone="good">{text.passkeys.synced}</Badge>
          ) : (
            <Badge>{text.passkeys.deviceOnly}</Badge>
          )}
        </p>
        <p class="text-sm text-muted">
          {text.passkeys.created} <DateTime value={passkey.createdAt} style="date" /> ·{' '}
          {text.passkeys.lastUsed} <DateTime value={passkey.lastUsedAt} style="date" />
        </p>
        {passkey.countsFrom !== null && isTooNew(passkey) && (
          <p class="text-sm text-warn">
            {text.passkeys.countsFrom} <DateTime value={passkey.countsFrom} />
          </p>
        )}
      </div>
      <div class="flex gap-2">
        <Button
          look="plain"
          small
          label={`${text.passkeys.rename}: ${passkey.name}`}
          onClick={() => setDialog('rename')}
        >
          {text.passkeys.rename}
        </Button>
        <Button
          look="plain"
          small
          label={`${text.passkeys.remove}: ${passkey.name}`}
          onClick={() => setDialog('remove')}
        >
          {text.passkeys.remove}
        </Button>
      </div>
      <RenameDialog {...props} open={dialog === 'rename'} onClose={close} />
      <ConfirmDialog
        open={dialog === 'remove'}
        title={text.passkeys.removeTitle(passkey.name)}
        confirm={text.passkeys.remove}
        onClose={close}
        onConfirm={async () => {
          await removePasskey(passkey.id);
          showToast(text.passkeys.removed);
          onChanged();
        }}
      >
        <p>{text.passkeys.removeBody}</p>
        {isLast && <p class="font-semibold">{text.passkeys.removeLast}</p>}
      </ConfirmDialog>
    </li>
  );
}
