import { useState } from 'preact/hooks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { SearchTab } from './search-tab.tsx';
import type { Text } from './text.en.ts';

type Words = Text['apps'];
type Verb = keyof Words['ask'];
type AdministeredApp = Reply<'searchApps'>['items'][number];

const wantsReason = (verb: Verb) => verb === 'pause' || verb === 'resume';

function Name({ app }: { app: AdministeredApp }) {
  return (
    <span>
      <a
        class="text-link font-semibold break-words"
        href={`${PAGE_PATHS.admin}?tab=apps&app=${encodeURIComponent(app.client_id)}`}
      >
        {app.name}
      </a>
      <br />
      <code class="text-xs break-all text-muted">{app.client_id}</code>
      {app.pauseReason !== undefined && (
        <span class="block text-sm break-words text-muted">{app.pauseReason}</span>
      )}
    </span>
  );
}

export function Status({ text, app }: { text: Words; app: AdministeredApp }) {
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
      {app.rating !== null && (
        <Badge tone={app.ratingConfirmed ? 'good' : 'plain'} check={app.ratingConfirmed}>
          {app.rating}
        </Badge>
      )}
    </span>
  );
}

export function Origins({ origins }: { origins: readonly string[] }) {
  return (
    <ul class="grid gap-1 text-sm">
      {origins.map((origin) => (
        <li key={origin}>
          <code class="break-all">{origin}</code>
        </li>
      ))}
    </ul>
  );
}

/** Lists the apps that may offer sign-in with PID, and lets administrators verify or pause them. */
export function AppsTab({ text }: { text: Words }) {
  const [reason, setReason] = useState('');
  return (
    <SearchTab<AdministeredApp, Verb>
      text={text}
      maxLength={60}
      search={(request, options) => api.call('searchApps', request, options)}
      keyOf={({ client_id }) => client_id}
      nameOf={({ name }) => name}
      columns={[
        { label: text.name, render: (app) => <Name app={app} /> },
        { label: text.owner, render: ({ owner }) => <span class="break-all">{owner}</span> },
        { label: text.status, render: (app) => <Status text={text} app={app} /> },
        { label: text.created, render: ({ createdAt }) => <DateTime value={createdAt} style="date" /> },
      ]}
      verbsOf={(app) => [
        app.verified ? 'unverify' : 'verify',
        app.pausedBy === 'admin' ? 'resume' : 'pause',
        ...(app.rating === null ? [] : [app.ratingConfirmed ? ('unrate' as const) : ('rate' as const)]),
      ]}
      isGrave={(verb) => verb === 'pause' || verb === 'unverify'}
      isReady={(verb) => !wantsReason(verb) || reason.trim() !== ''}
      onAsked={() => setReason('')}
      details={(verb, { origins }) =>
        wantsReason(verb) ? (
          <TextField
            label={text.reason}
            hint={text.reasonHint}
            value={reason}
            onInput={setReason}
            input={{ maxLength: 200, autocomplete: 'off' }}
          />
        ) : (
          verb === 'verify' && <Origins origins={origins} />
        )
      }
      carryOut={async (verb, { client_id, rating }) => {
        if (verb === 'verify') await api.call('verifyApp', { client_id });
        else if (verb === 'rate' || verb === 'unrate')
          await api.call('confirmRating', { client_id, confirmed: verb === 'rate', rating });
        else if (verb === 'unverify') await api.call('unverifyApp', { client_id });
        else
          await api.call(verb === 'pause' ? 'pauseApp' : 'resumeApp', { client_id, reason: reason.trim() });
        return text.done;
      }}
    />
  );
}
