import { useState } from 'preact/hooks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { ItemList } from '../../../../kit/controls/item-list.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Text } from './text.en.ts';

export type Invitation = Reply<'listAppInvitations'>['items'][number];

interface RowProps {
  readonly text: Text;
  readonly invitation: Invitation;
  readonly onAnswered: () => void;
}

function Row({ text, invitation, onAnswered }: RowProps) {
  const [asking, setAsking] = useState(false);
  const { id, app, role, invitedBy, expiresAt } = invitation;
  const isTransfer = role === 'owner';
  const accept = async (): Promise<void> => {
    await api.call('answerAppInvitation', { id, decision: 'accept' });
    showToast(text.accepted(app.name));
    onAnswered();
  };
  const answer = useAction(async (decision: 'accept' | 'decline') => {
    if (decision === 'accept') return accept();
    await api.call('answerAppInvitation', { id, decision });
    showToast(text.declined);
    onAnswered();
  });
  return (
    <li class="grid grid-cols-1 gap-3 py-4 first:pt-0 last:pb-0">
      <div class="flex flex-wrap items-center gap-4">
        <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-12" />
        <div class="min-w-44 flex-1">
          <p class="flex flex-wrap items-center gap-2 font-semibold">
            <span class="break-words">{app.name}</span>
            <Badge tone="note">{text.roles[role]}</Badge>
          </p>
          <p class="break-words">{(isTransfer ? text.takeOver : text.invited)(invitedBy)}</p>
          <p class="text-sm text-muted">
            {text.until} <DateTime value={expiresAt} style="date" />
          </p>
        </div>
      </div>
      <ErrorNotice error={answer.error} />
      <div class="flex flex-wrap gap-3">
        <Button
          look="sun"
          busy={answer.busy}
          label={text.acceptOf(app.name)}
          onClick={() => (isTransfer ? setAsking(true) : answer.run('accept'))}
        >
          {text.accept}
        </Button>
        <Button look="plain" label={text.declineOf(app.name)} onClick={() => answer.run('decline')}>
          {text.decline}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={text.takeOverTitle(app.name)}
        confirm={text.accept}
        onClose={() => setAsking(false)}
        onConfirm={accept}
      >
        <p>{text.takeOverBody}</p>
      </ConfirmDialog>
    </li>
  );
}

interface InvitationsProps {
  readonly text: Text;
  readonly invitations: readonly Invitation[];
  readonly onAnswered: () => void;
}

/** Open invitations to apps of other owners. */
export function Invitations({ text, invitations, onAnswered }: InvitationsProps) {
  return (
    <Card title={text.invitations}>
      <ItemList label={text.invitations}>
        {invitations.map((invitation) => (
          <Row key={invitation.id} text={text} invitation={invitation} onAnswered={onAnswered} />
        ))}
      </ItemList>
    </Card>
  );
}
