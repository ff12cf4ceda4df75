import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import type { CredentialApproval, ListPage, Passkey } from '../../api/types.ts';
import { addPasskey } from '../../passkeys/add-passkey.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useLoad } from '../../ui/use-load.ts';
import { usePoll } from '../../ui/use-poll.ts';
import { ApprovalRequest } from './approval-request.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import type { Text } from './text.en.ts';
import { WaitingForApproval } from './waiting-for-approval.tsx';

const APPROVALS_EVERY_MILLISECONDS = 4_000;

function OnlyOneWarning({ text, passkeys }: { text: Text; passkeys: readonly Passkey[] }) {
  const [only, ...others] = passkeys;
  if (!only || others.length > 0 || only.backedUp) return null;
  return (
    <Notice tone="warn" title={text.passkeys.onlyTitle}>
      {text.passkeys.onlyBody}
    </Notice>
  );
}

interface PasskeyListProps {
  readonly text: Text;
  readonly passkeys: readonly Passkey[];
  readonly add: () => Promise<void>;
  readonly busy: boolean;
  readonly onChanged: () => void;
}

function PasskeyList({ text, passkeys, add, busy, onChanged }: PasskeyListProps) {
  const addButton = (
    <Button busy={busy} onClick={add}>
      <PlusIcon class="size-4" />
      {text.passkeys.add}
    </Button>
  );
  if (passkeys.length === 0) {
    return (
      <EmptyState title={text.passkeys.emptyTitle} action={addButton}>
        {text.passkeys.emptyBody}
      </EmptyState>
    );
  }
  return (
    <div class="grid gap-5">
      <ItemList label={text.passkeys.title}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            text={text}
            passkey={passkey}
            isLast={passkeys.length === 1}
            onChanged={onChanged}
          />
        ))}
      </ItemList>
      <p>{addButton}</p>
    </div>
  );
}

export function PasskeysTab({ text }: { text: Text }) {
  const [waitingId, setWaitingId] = useState<string | null>(null);
  const passkeys = useLoad('passkeys', (signal) => api.get<readonly Passkey[]>('/v1/passkeys', { signal }));
  const approvals = usePoll(
    'approvals',
    (signal) => api.get<ListPage<CredentialApproval>>('/v1/credential-approvals', { signal }),
    { everyMilliseconds: APPROVALS_EVERY_MILLISECONDS },
  );
  const pending = approvals.value?.items ?? [];
  const own = pending.find(({ current }) => current)?.id ?? null;
  // After a reload the request of this device is found again.
  useEffect(() => {
    if (own !== null) setWaitingId(own);
  }, [own]);
  const refresh = () => {
    passkeys.reload();
    approvals.refresh();
  };
  const add = useAction(async () => {
    const added = await addPasskey();
    if (added.approvalId === undefined) showToast(text.passkeys.added);
    else setWaitingId(added.approvalId);
    refresh();
  });
  return (
    <div class="grid grid-cols-1 gap-6">
      {waitingId !== null && (
        <WaitingForApproval
          key={waitingId}
          text={text}
          approvalId={waitingId}
          onSettled={refresh}
          onDone={() => setWaitingId(null)}
        />
      )}
      {pending
        .filter(({ id }) => id !== waitingId)
        .map((approval) => (
          <ApprovalRequest key={approval.id} text={text} approval={approval} onDecided={refresh} />
        ))}
      {passkeys.state === 'ready' && <OnlyOneWarning text={text} passkeys={passkeys.value} />}
      <Card title={text.passkeys.title}>
        <div class="grid gap-5">
          <p class="-mt-3 text-sm text-muted">{text.passkeys.lead}</p>
          {passkeys.state === 'loading' && <SkeletonGroup lines={4} />}
          {passkeys.state === 'failed' && <ErrorNotice error={passkeys.error} onRetry={passkeys.reload} />}
          {passkeys.state === 'ready' && (
            <PasskeyList
              text={text}
              passkeys={passkeys.value}
              add={() => add.run()}
              busy={add.busy}
              onChanged={refresh}
            />
          )}
          <ErrorNotice error={add.error} />
        </div>
      </Card>
    </div>
  );
}
