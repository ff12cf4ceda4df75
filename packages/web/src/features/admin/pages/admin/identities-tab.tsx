import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { Identity, IdentityStatus } from '../../../identity/parts/shapes.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import type { BadgeTone } from '../../../../kit/controls/badge.tsx';
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
import type { Text } from './text.en.ts';

type Verb = 'suspend' | 'reactivate' | 'delete';

const VERBS: Record<IdentityStatus, readonly Verb[]> = {
  active: ['suspend', 'delete'],
  suspended: ['reactivate', 'delete'],
  deleted: [],
};
const TONES: Record<IdentityStatus, BadgeTone> = { active: 'good', suspended: 'warn', deleted: 'plain' };

const OPERATIONS = {
  suspend: 'suspendIdentityAsAdmin',
  reactivate: 'reactivateIdentityAsAdmin',
  delete: 'deleteIdentityAsAdmin',
} as const;

interface Ask {
  readonly verb: Verb;
  readonly pid: string;
}

function Verbs({ text, identity, onAsk }: { text: Text; identity: Identity; onAsk: (ask: Ask) => void }) {
  return (
    <span class="flex flex-wrap justify-end gap-2">
      {VERBS[identity.status].map((verb) => (
        <Button
          key={verb}
          look="plain"
          small
          label={`${text[verb]}: ${identity.pid}`}
          onClick={() => onAsk({ verb, pid: identity.pid })}
        >
          {text[verb]}
        </Button>
      ))}
    </span>
  );
}

interface SearchFormProps {
  readonly text: { readonly search: string; readonly searchHint: string; readonly find: string };
  readonly maxLength: number;
  readonly onSearch: (query: string) => void;
}

export function SearchForm({ text, maxLength, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState('');
  return (
    <form
      class="flex flex-wrap items-start gap-3"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim().toLowerCase());
      }}
    >
      <div class="min-w-56 flex-1">
        <TextField
          label={text.search}
          hint={text.searchHint}
          value={typed}
          onInput={setTyped}
          input={{ maxLength, autocomplete: 'off', autocapitalize: 'none', spellcheck: false }}
        />
      </div>
      <Button type="submit" class="sm:mt-7">
        {text.find}
      </Button>
    </form>
  );
}

export function IdentitiesTab({ text }: { text: Text }) {
  const common = useCommon();
  const [query, setQuery] = useState('');
  const [ask, setAsk] = useState<Ask | null>(null);
  const found = usePages(query, (page, options) => api.call('searchIdentities', { query, ...page }, options));
  return (
    <Card>
      <div class="grid grid-cols-1 gap-5">
        <SearchForm text={text} maxLength={24} onSearch={setQuery} />
        {found.state === 'loading' && <SkeletonGroup lines={6} />}
        {found.state === 'ready' && found.items.length === 0 && <p class="text-muted">{text.none}</p>}
        {found.items.length > 0 && (
          <DataTable
            caption={text.caption}
            rows={found.items}
            rowKey={({ pid }) => pid}
            columns={[
              { label: text.pid, render: ({ pid }) => <strong class="break-all">{pid}</strong> },
              {
                label: text.status,
                render: ({ status }) => <Badge tone={TONES[status]}>{common.status[status]}</Badge>,
              },
              { label: text.created, render: ({ createdAt }) => <DateTime value={createdAt} style="date" /> },
              {
                label: text.actions,
                align: 'end',
                render: (identity) => <Verbs text={text} identity={identity} onAsk={setAsk} />,
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
      <ConfirmDialog
        open={ask !== null}
        title={ask ? text.ask[ask.verb](ask.pid) : ''}
        confirm={ask ? text[ask.verb] : ''}
        look={ask?.verb === 'reactivate' ? 'primary' : 'danger'}
        onClose={() => setAsk(null)}
        onConfirm={async () => {
          if (!ask) return;
          await api.call(OPERATIONS[ask.verb], { pid: ask.pid });
          showToast(text.done[ask.verb](ask.pid));
          found.reload();
        }}
      >
        {ask && <p>{text.consequence[ask.verb]}</p>}
      </ConfirmDialog>
    </Card>
  );
}
