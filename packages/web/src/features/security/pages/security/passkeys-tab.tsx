import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { CredentialApproval, Passkey } from '../../../../kit/api/shapes.ts';
import { addPasskey } from '../../../../kit/passkeys/add-passkey.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { PlusIcon } from '../../../../kit/controls/icons.tsx';
import { ItemList } from '../../../../kit/controls/item-list.tsx';
import { later, useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import { PasskeyRow } from './passkey-row.tsx';
import type { Text } from './text.en.ts';

const ApprovalRequest = later(6, async () => (await import('./approval-request.tsx')).ApprovalRequest);
const WaitingForApproval = later(
  6,
  async () => (await import('./waiting-for-approval.tsx')).WaitingForApproval,
);

const APPROVALS_EVERY_MILLISECONDS = 3_000;

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
    <div class="grid grid-cols-1 gap-5">
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

const readPasskeys = (signal: AbortSignal) => api.call('listPasskeys', {}, { signal });
const readApprovals = (signal: AbortSignal) => api.call('listCredentialApprovals', {}, { signal });

/** Both are read before the page is shown, so that a request does not shift the list later. */
export function PasskeysTab({ text }: { text: Text }) {
  const first = useLoad('keys', async (signal) => {
    const [passkeys, approvals] = await Promise.all([readPasskeys(signal), readApprovals(signal)]);
    if (approvals.items.length > 0)
      await Promise.all([ApprovalRequest.preload(), WaitingForApproval.preload()]);
    return { passkeys, approvals: approvals.items };
  });
  return (
    <div class="grid grid-cols-1 gap-6">
      {first.state === 'ready' ? (
        <Keys text={text} {...first.value} onChanged={first.reload} />
      ) : (
        <Card title={text.passkeys.title}>
          <WhenLoaded loaded={first} waiting={5} />
        </Card>
      )}
    </div>
  );
}

interface KeysProps {
  readonly text: Text;
  readonly passkeys: readonly Passkey[];
  readonly approvals: readonly CredentialApproval[];
  readonly onChanged: () => void;
}

function Keys({ text, passkeys, approvals, onChanged }: KeysProps) {
  const polled = usePoll('approvals', readApprovals, { everyMilliseconds: APPROVALS_EVERY_MILLISECONDS });
  const pending = polled.value?.items ?? approvals;
  const own = pending.find(({ current }) => current) ?? null;
  const [waitingId, setWaitingId] = useState(own?.id ?? null);
  // Finds this device's request again after a reload.
  useEffect(() => {
    if (own !== null) setWaitingId(own.id);
  }, [own?.id]);
  const refresh = () => {
    onChanged();
    polled.refresh();
  };
  const add = useAction(async () => {
    const added = await addPasskey();
    if (added.approvalId === undefined) showToast(text.passkeys.added);
    else setWaitingId(added.approvalId);
    refresh();
  });
  return (
    <>
      {waitingId !== null && (
        <WaitingForApproval
          key={waitingId}
          text={text}
          approvalId={waitingId}
          known={own?.id === waitingId ? own : null}
          onSettled={refresh}
          onDone={() => setWaitingId(null)}
        />
      )}
      {pending
        .filter(({ id }) => id !== waitingId)
        .map((approval) => (
          <ApprovalRequest key={approval.id} text={text} approval={approval} onDecided={refresh} />
        ))}
      <OnlyOneWarning text={text} passkeys={passkeys} />
      <Card title={text.passkeys.title}>
        <div class="grid grid-cols-1 gap-5">
          <p class="-mt-3 text-sm text-muted">{text.passkeys.lead}</p>
          <PasskeyList
            text={text}
            passkeys={passkeys}
            add={() => add.run()}
            busy={add.busy}
            onChanged={refresh}
          />
          <ErrorNotice error={add.error} />
        </div>
      </Card>
    </>
  );
}
