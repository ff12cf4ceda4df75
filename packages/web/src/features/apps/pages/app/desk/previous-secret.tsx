import { useState } from 'preact/hooks';
import { api } from '../../../../../kit/api/api.ts';
import { Button } from '../../../../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../../kit/controls/date-time.tsx';
import { Notice } from '../../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../../kit/controls/toast.tsx';
import type { DeskText } from './text.en.ts';

interface PreviousSecretProps {
  readonly text: DeskText;
  readonly clientId: string;
  readonly until: string;
  readonly onEnded: () => void;
}

/** Two secrets are valid while servers switch to the new one. The owner can end the old one early. */
export function PreviousSecret({ text, clientId, until, onEnded }: PreviousSecretProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Notice title={text.secretTwo}>
      <p>{text.secretTwoBody}</p>
      <p>
        {text.secretEnds} <DateTime value={until} />
      </p>
      <p class="mt-3">
        <Button look="danger" small onClick={() => setAsking(true)}>
          {text.secretEnd}
        </Button>
      </p>
      <ConfirmDialog
        open={asking}
        title={text.secretEndTitle}
        confirm={text.secretEnd}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.call('endPreviousSecret', { client_id: clientId });
          showToast(text.secretEnded);
          onEnded();
        }}
      >
        <p>{text.secretEndBody}</p>
      </ConfirmDialog>
    </Notice>
  );
}
