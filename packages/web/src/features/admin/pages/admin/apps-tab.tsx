import { useState } from 'preact/hooks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { SkeletonGroup } from '../../../../kit/controls/skeleton.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { SearchForm } from './identities-tab.tsx';
import type { Text } from './text.en.ts';

type Words = Text['apps'];
type Verb = 'verify' | 'unverify' | 'pause' | 'resume';

type AdministeredApp = Reply<'searchApps'>['items'][number];

async function carryOut({ verb, app: { client_id } }: Ask, reason: string): Promise<void> {
  if (verb === 'verify') await api.call('verifyApp', { client_id });
  else if (verb === 'unverify') await api.call('unverifyApp', { client_id });
  else await api.call(verb === 'pause' ? 'pauseApp' : 'resumeApp', { client_id, reason });
}

interface Ask {
  readonly verb: Verb;
  readonly app: AdministeredApp;
}

function verbsOf(app: AdministeredApp): readonly Verb[] {
  return [app.verified ? 'unverify' : 'verify', app.pausedBy === 'admin' ? 'resume' : 'pause'];
}

function Status({ text, app }: { text: Words; app: AdministeredApp }) {
  return (
    <span class="flex flex-wrap gap-2">
      {app.pausedBy === undefined ? (
        <Badge tone="good">{text.active}</Badge>
      ) : (
        <Badge tone="warn">{text.paused[app.pausedBy]}</Badge>
      )}
      {app.verified && (
        <Badge tone="good" check>
          {text.verified}
        </Badge>
      )}
    </span>
  );
}

function Verbs({ text, app, onAsk }: { text: Words; app: AdministeredApp; onAsk: (ask: Ask) => void }) {
  return (
    <span class="flex flex-wrap justify-end gap-2">
      {verbsOf(app).map((verb) => (
        <Button
          key={verb}
          look="plain"
          small
          label={`${text[verb]}: ${app.name}`}
          onClick={() => onAsk({ verb, app })}
        >
          {text[verb]}
        </Button>
      ))}
    </span>
  );
}

function Question({
  text,
  ask,
  onClose,
  onDone,
}: {
  text: Words;
  ask: Ask | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const [reason, setReason] = useState('');
  const isPause = ask?.verb === 'pause' || ask?.verb === 'resume';
  const close = () => {
    setReason('');
    onClose();
  };
  return (
    <ConfirmDialog
      open={ask !== null}
      title={ask ? text.ask[ask.verb](ask.app.name) : ''}
      confirm={ask ? text[ask.verb] : ''}
      look={ask?.verb === 'pause' || ask?.verb === 'unverify' ? 'danger' : 'primary'}
      disabled={isPause && reason.trim() === ''}
      onClose={close}
      onConfirm={async () => {
        if (!ask) return;
        await carryOut(ask, reason.trim());
        showToast(text.done);
        onDone();
      }}
    >
      {ask && (
        <div class="grid gap-3">
          <p>{text.consequence[ask.verb]}</p>
          {ask.verb === 'verify' && (
            <ul class="grid gap-1 text-sm">
              {ask.app.origins.map((origin) => (
                <li key={origin}>
                  <code class="break-all">{origin}</code>
                </li>
              ))}
            </ul>
          )}
          {isPause && (
            <TextField
              label={text.reason}
              hint={text.reasonHint}
              value={reason}
              onInput={setReason}
              input={{ maxLength: 200, autocomplete: 'off' }}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

/** Who may offer sign-in with PID: verified, paused, or neither. */
export function AppsTab({ text }: { text: Words }) {
  const common = useCommon();
  const [query, setQuery] = useState('');
  const [ask, setAsk] = useState<Ask | null>(null);
  const found = usePages(query, (page, options) => api.call('searchApps', { query, ...page }, options));
  return (
    <Card>
      <div class="grid grid-cols-1 gap-5">
        <SearchForm text={text} maxLength={60} onSearch={setQuery} />
        {found.state === 'loading' && <SkeletonGroup lines={6} />}
        {found.state === 'ready' && found.items.length === 0 && <p class="text-muted">{text.none}</p>}
        {found.items.length > 0 && (
          <DataTable
            caption={text.caption}
            rows={found.items}
            rowKey={({ client_id }) => client_id}
            columns={[
              {
                label: text.name,
                render: (app) => (
                  <span>
                    <strong class="break-words">{app.name}</strong>
                    <br />
                    <code class="text-xs break-all text-muted">{app.client_id}</code>
                    {app.pauseReason !== undefined && (
                      <span class="block text-sm break-words text-muted">{app.pauseReason}</span>
                    )}
                  </span>
                ),
              },
              { label: text.owner, render: ({ owner }) => <span class="break-all">{owner}</span> },
              { label: text.status, render: (app) => <Status text={text} app={app} /> },
              { label: text.created, render: ({ createdAt }) => <DateTime value={createdAt} style="date" /> },
              {
                label: text.actions,
                align: 'end',
                render: (app) => <Verbs text={text} app={app} onAsk={setAsk} />,
              },
            ]}
          />
        )}
        <ErrorNotice error={found.error} onRetry={found.reload} />
        {found.hasMore && (
          <Button look="plain" busy={found.busy} onClick={found.showMore}>
            {common.showMore}
          </Button>
        )}
      </div>
      <Question text={text} ask={ask} onClose={() => setAsk(null)} onDone={found.reload} />
    </Card>
  );
}
