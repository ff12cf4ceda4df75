import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/api.ts';
import { signWithPasskey } from '../../passkeys/ceremony.ts';
import type { Assertion, RequestOptions } from '../../passkeys/ceremony.ts';
import { PAGE_PATHS } from '../../router/page-paths.ts';
import { forgetSignedIn } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { TextField } from '../../ui/inputs.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { Text } from './text.en.ts';

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Fetched, not linked: a link would answer an expired session with a file that holds an error. */
export function ExportData({ text, pid }: { text: Text; pid: string }) {
  const download = useAction(async () => {
    const data = await api.get<unknown>('/v1/identity/export', { timeoutMilliseconds: 60_000 });
    saveFile(`${pid.replace('@', '-at-')}.json`, JSON.stringify(data, null, 2));
  });
  return (
    <Card title={text.dataTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.dataBody}</p>
      <Button look="plain" busy={download.busy} onClick={() => download.run()}>
        <DownloadIcon class="size-4" />
        {text.download}
      </Button>
      <ErrorNotice error={download.error} />
    </Card>
  );
}

/** Without a passkey a fresh sign-in is proof enough, which the deletion itself asks for. */
async function proveOwnership(): Promise<Assertion | null> {
  try {
    return await signWithPasskey(await api.post<RequestOptions>('/v1/identity/me/deletion'));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'no_passkey_to_sign') return null;
    throw error;
  }
}

async function deleteIdentity(): Promise<void> {
  const assertion = await proveOwnership();
  await api.delete('/v1/identity/me', assertion === null ? {} : { assertion });
  forgetSignedIn();
  // A full load, so that nothing of the deleted identity stays in memory.
  location.replace(PAGE_PATHS.landing);
}

export function DeleteIdentity({ text, pid }: { text: Text; pid: string }) {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <Card title={text.deleteTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.deleteBody}</p>
      <Button look="danger" onClick={() => setAsking(true)}>
        {text.delete}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text.deleteAsk(pid)}
        confirm={text.delete}
        disabled={typed.trim() !== pid}
        onClose={() => setAsking(false)}
        onConfirm={deleteIdentity}
      >
        <p>{text.deleteWarning}</p>
        <TextField
          label={text.deleteConfirm(pid)}
          hint={text.deleteWithKey}
          value={typed}
          onInput={setTyped}
          input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false }}
        />
      </ConfirmDialog>
    </Card>
  );
}
