import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { api } from '../../../../kit/api/api.ts';
import { frozenUntil } from '../../parts/notices/owner-state.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { forgetSignedIn } from '../../../../kit/session/session.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import type { Text } from './text.en.ts';

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <Card title={title}>
      <ul class="grid list-disc gap-2 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Card>
  );
}

function Until({ text, until }: { text: Text; until: number }) {
  return (
    <p>
      {text.until}: <DateTime value={new Date(until * 1000).toISOString()} />
    </p>
  );
}

function Lift({ text, liftable, onLifted }: { text: Text; liftable: boolean; onLifted: () => void }) {
  const lift = useAction(async () => {
    await api.call('liftFreeze');
    frozenUntil.value = null;
    showToast(text.lifted);
    onLifted();
  });
  if (!liftable) return <Notice>{text.noPasskey}</Notice>;
  return (
    <Card title={text.liftTitle}>
      <div class="grid gap-4">
        <p>{text.lift}</p>
        <ErrorNotice error={lift.error} />
        <div>
          <Button busy={lift.busy} onClick={() => lift.run()}>
            {text.liftButton}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Begin({ text, onBegun }: { text: Text; onBegun: (until: number) => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card title={text.begin}>
      <div class="grid gap-4">
        <p>{text.beginBody}</p>
        <div>
          <Button look="danger" onClick={() => setAsking(true)}>
            {text.begin}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        title={text.beginTitle}
        confirm={text.begin}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          const { until } = await api.call('freezeIdentity');
          // Every device is signed out now, this one too.
          forgetSignedIn();
          onBegun(until);
        }}
      >
        <p>{text.beginWarning}</p>
      </ConfirmDialog>
    </Card>
  );
}

export function Page({ text }: PageProps<Text>) {
  const [begun, setBegun] = useState<number | null>(null);
  const freeze = useLoad('freeze', (signal) => api.call('getFreeze', {}, { signal }));
  if (begun !== null)
    return (
      <div class="grid grid-cols-1 gap-6">
        <PageTitle>{text.title}</PageTitle>
        <Notice
          tone="warn"
          live
          title={text.begun}
          action={
            <ButtonLink small href={signInPath(PAGE_PATHS.security, { fresh: true })}>
              {text.signIn}
            </ButtonLink>
          }
        >
          <Until text={text} until={begun} />
        </Notice>
        <Lines title={text.stoppedTitle} lines={text.stopped} />
        <Lines title={text.freeTitle} lines={text.free} />
      </div>
    );
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={freeze.state === 'ready' && freeze.value.until !== null && text.frozenLead}>
        {text.title}
      </PageTitle>
      <WhenLoaded loaded={freeze} waiting={4}>
        {({ until, liftable }) =>
          until === null ? (
            <>
              <EmptyState title={text.nothingTitle}>{text.nothing}</EmptyState>
              <Begin text={text} onBegun={setBegun} />
              <Lines title={text.stoppedTitle} lines={text.stopped} />
              <Lines title={text.freeTitle} lines={text.free} />
            </>
          ) : (
            <>
              <Until text={text} until={until} />
              <Lift text={text} liftable={liftable} onLifted={freeze.reload} />
              <Lines title={text.stoppedTitle} lines={text.stopped} />
              <Lines title={text.freeTitle} lines={text.free} />
              <div>
                <ButtonLink look="plain" href={PAGE_PATHS.security}>
                  {text.security}
                </ButtonLink>
              </div>
            </>
          )
        }
      </WhenLoaded>
    </div>
  );
}
