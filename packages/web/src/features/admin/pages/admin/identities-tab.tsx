import { api } from '../../../../kit/api/api.ts';
import type { Identity, IdentityStatus } from '../../../identity/parts/shapes.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import type { BadgeTone } from '../../../../kit/controls/badge.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { SearchTab } from './search-tab.tsx';
import type { Text } from './text.en.ts';

type Verb = keyof Text['ask'];

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

export function IdentitiesTab({ text }: { text: Text }) {
  const common = useCommon();
  return (
    <SearchTab<Identity, Verb>
      text={text}
      maxLength={24}
      search={(request, options) => api.call('searchIdentities', request, options)}
      keyOf={({ pid }) => pid}
      nameOf={({ pid }) => pid}
      columns={[
        { label: text.pid, render: ({ pid }) => <strong class="break-all">{pid}</strong> },
        {
          label: text.status,
          render: ({ status }) => <Badge tone={TONES[status]}>{common.status[status]}</Badge>,
        },
        { label: text.created, render: ({ createdAt }) => <DateTime value={createdAt} style="date" /> },
      ]}
      verbsOf={({ status }) => VERBS[status]}
      isGrave={(verb) => verb !== 'reactivate'}
      carryOut={async (verb, { pid }) => {
        await api.call(OPERATIONS[verb], { pid });
        return text.done[verb](pid);
      }}
    />
  );
}
