import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { approvePermission } from '../../parts/approve-permission.ts';
import type { Permission, PermissionDetail } from '../../../../kit/api/shapes.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { CodeBlock } from '../../../../kit/controls/code-block.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { isLiving, PermissionCard } from './permission-card.tsx';
import type { Text } from './text.en.ts';

type Group = keyof Text['groups'];
const GROUPS: readonly Group[] = ['pending', 'active', 'ended'];

function groupOf(permission: Permission): Group {
  if (!isLiving(permission)) return 'ended';
  return permission.status === 'pending' ? 'pending' : 'active';
}

function OnChainStep({ text, call }: { text: Text; call: PermissionDetail['revokeCall'] }) {
  return (
    <Notice tone="warn" live title={text.onChainTitle}>
      <div class="grid grid-cols-1 gap-3">
        <p>{text.onChainBody}</p>
        <CodeBlock label={text.onChainCall} copyLabel={text.copyCall} code={JSON.stringify(call, null, 2)} />
      </div>
    </Notice>
  );
}

export function Page({ text }: PageProps<Text>) {
  const permissions = usePages('permissions', (page, options) => api.call('listPermissions', page, options));
  const [asked, setAsked] = useState<Permission | null>(null);
  const [call, setCall] = useState<PermissionDetail['revokeCall'] | null>(null);
  const approve = useAction(async (id: string) => {
    await approvePermission(id);
    showToast(text.approved);
    permissions.reload();
  });
  const wasActive = asked?.status === 'active';
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {call && <OnChainStep text={text} call={call} />}
      <ErrorNotice error={approve.error} />
      <Listing
        pages={permissions}
        lines={6}
        none={<EmptyState title={text.emptyTitle}>{text.emptyBody}</EmptyState>}
      >
        {(all) =>
          GROUPS.map((group) => {
            const items = all.filter((item) => groupOf(item) === group);
            if (items.length === 0) return null;
            return (
              <section key={group} class="grid grid-cols-1 gap-3" aria-labelledby={`group-${group}`}>
                <h2 id={`group-${group}`} class="text-xl">
                  {text.groups[group]}
                </h2>
                <ul class="grid grid-cols-1 gap-4">
                  {items.map((permission) => (
                    <PermissionCard
                      key={permission.id}
                      text={text}
                      permission={permission}
                      busy={approve.busy}
                      onApprove={() => approve.run(permission.id)}
                      onEnd={() => setAsked(permission)}
                    />
                  ))}
                </ul>
              </section>
            );
          })
        }
      </Listing>
      <ConfirmDialog
        open={asked !== null}
        title={wasActive ? text.revokeTitle(asked?.app?.name ?? text.yourself) : text.discardTitle}
        confirm={wasActive ? text.revoke : text.discard}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (!asked) return;
          const { revokeCall } = await api.call('revokePermission', { id: asked.id });
          if (wasActive) setCall(revokeCall);
          showToast(text.revoked);
          permissions.reload();
        }}
      >
        <p>{wasActive ? text.revokeBody : text.discardBody}</p>
      </ConfirmDialog>
    </div>
  );
}
