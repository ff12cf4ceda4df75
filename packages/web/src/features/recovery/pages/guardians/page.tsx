import type { Reply } from '@pid/contract';
import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { loadSigning } from '../../parts/load-signing.ts';
import type { Text } from './text.en.ts';

type Guardianship = Reply<'listGuardianships'>['items'][number];

interface AskedProps {
  readonly text: Text;
  readonly trusting: Guardianship;
  readonly request: Guardianship['requests'][number];
  readonly onApproved: () => void;
}

function Asked({ text, trusting, request, onApproved }: AskedProps) {
  const approve = useAction(async () => {
    const { approveWithPasskey } = await loadSigning();
    await approveWithPasskey({ ...trusting, ...request });
    showToast(text.done);
    onApproved();
  });
  if (request.approved) return <Notice tone="good">{text.approved}</Notice>;
  return (
    <div class="grid gap-4">
      <h3 class="text-lg">{text.asks(trusting.pid)}</h3>
      <p>{text.call}</p>
      <p class="font-mono text-2xl font-bold break-words tabular-nums" data-number>
        {request.number}
      </p>
      <ErrorNotice error={approve.error} />
      <p>
        <Button look="sun" busy={approve.busy} onClick={() => approve.run()}>
          {text.approve}
        </Button>
      </p>
    </div>
  );
}

/**
 * This does not change the chain: only the owner's passkey can change the policy there. The dialog says so.
 */
function Leave({ text, pid, onLeft }: { text: Text; pid: string; onLeft: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const leave = async (): Promise<void> => {
    await api.call('leaveGuardianship', { pid });
    showToast(text.left(pid));
    onLeft();
  };
  return (
    <>
      <p class="border-t border-line pt-3">
        <Button look="quiet" small onClick={() => setAsked(true)}>
          {text.leave}
        </Button>
      </p>
      <ConfirmDialog
        open={isAsked}
        title={text.leaveTitle(pid)}
        confirm={text.leaveConfirm}
        onConfirm={leave}
        onClose={() => setAsked(false)}
      >
        <p>{text.leaveBody(pid)}</p>
        <p class="text-sm text-muted">{text.leaveChain}</p>
      </ConfirmDialog>
    </>
  );
}

export function Page({ text }: PageProps<Text>) {
  const loaded = useLoad('guardianships', (signal) => api.call('listGuardianships', {}, { signal }));
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <WhenLoaded loaded={loaded} waiting={4}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={text.noneTitle}>{text.none}</EmptyState>
          ) : (
            items.map((trusting) => (
              <Card key={trusting.pid} title={text.trusts(trusting.pid)}>
                <div class="grid gap-5">
                  <p class="text-sm text-muted">{text.terms(trusting.threshold, trusting.guardians)}</p>
                  {trusting.requests.length === 0 && <p>{text.quiet}</p>}
                  {trusting.requests.map((request) => (
                    <Asked
                      key={request.id}
                      text={text}
                      trusting={trusting}
                      request={request}
                      onApproved={loaded.reload}
                    />
                  ))}
                  <Leave text={text} pid={trusting.pid} onLeft={loaded.reload} />
                </div>
              </Card>
            ))
          )
        }
      </WhenLoaded>
    </div>
  );
}
