import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { Identity, IdentityStatus } from '../../../../kit/api/shapes.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import type { BadgeTone } from '../../../../kit/controls/badge.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { SearchTab } from './search-tab.tsx';
import type { Text } from './text.en.ts';

/** Deletion is on the page of one identity (`IdentityActions`). */
type Verb = Exclude<keyof Text['ask'], 'delete'>;

const VERBS: Record<IdentityStatus, readonly Verb[]> = {
  active: ['suspend'],
  suspended: ['reactivate'],
  deleted: [],
};
const TONES: Record<IdentityStatus, BadgeTone> = { active: 'good', suspended: 'warn', deleted: 'plain' };
const OPERATIONS = {
  suspend: 'suspendIdentityAsAdmin',
  reactivate: 'reactivateIdentityAsAdmin',
} as const;

export function IdentitiesTab({ text }: { text: Text }) {
  const common = useCommon();
  const [reason, setReason] = useState('');
  return (
    <SearchTab<Identity, Verb>
      text={text}
      maxLength={24}
      search={(request, options) => api.call('searchIdentities', request, options)}
      keyOf={({ pid }) => pid}
      nameOf={({ pid }) => pid}
      columns={[
        {
          label: text.pid,
          render: ({ pid }) => (
            <a
              class="text-link font-semibold break-all"
              href={`${PAGE_PATHS.admin}?tab=identities&pid=${encodeURIComponent(pid)}`}
            >
              {pid}
            </a>
          ),
        },
        {
          label: text.status,
          render: ({ status }) => <Badge tone={TONES[status]}>{common.status[status]}</Badge>,
        },
        { label: text.created, render: ({ createdAt }) => <DateTime value={createdAt} style="date" /> },
      ]}
      verbsOf={({ status }) => VERBS[status]}
      isGrave={(verb) => verb !== 'reactivate'}
      isReady={(verb) => verb === 'reactivate' || reason.trim() !== ''}
      onAsked={() => setReason('')}
      details={() => (
        <TextField
          label={text.reason}
          hint={text.reasonRead}
          value={reason}
          onInput={setReason}
          input={{ maxLength: 200, autocomplete: 'off' }}
        />
      )}
      carryOut={async (verb, { pid }) => {
        const because = reason.trim() === '' ? {} : { reason: reason.trim() };
        await api.call(OPERATIONS[verb], { pid, ...because });
        return text.done[verb](pid);
      }}
    />
  );
}
