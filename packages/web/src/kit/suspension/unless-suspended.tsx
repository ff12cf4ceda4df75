import type { ComponentChildren } from 'preact';
import { api } from '../api/api.ts';
import type { Identity } from '../api/shapes.ts';
import { useLoad } from '../controls/loading.tsx';
import { laterWithText } from '../i18n/late-text.tsx';
import type { Text } from './blocked.en.ts';

/** Only suspended players load this, including its texts. */
const LateBlocked = laterWithText<{ kind: keyof Text }, Text>(
  4,
  import.meta.glob('./blocked.*.ts'),
  async () => (await import('./blocked.tsx')).Blocked,
);

/** Shows a suspended player the reason, instead of a form that the service would refuse at its end. */
export function UnlessSuspended({ children }: { children: ComponentChildren }) {
  const identity = useLoad('status', (signal) => api.call('getIdentity', {}, { signal }));
  if (identity.state === 'ready' && identity.value.status === 'suspended')
    return <LateBlocked kind="money" />;
  return <>{children}</>;
}

interface ReadOnlyProps {
  /** If the page knows it. */
  readonly status?: Identity['status'];
  readonly children: ComponentChildren;
}

/** Shows a suspended player the reason above a form whose values can only be read. */
export function ReadOnlyWhileSuspended({ status, children }: ReadOnlyProps) {
  const loaded = useLoad(
    'status',
    async (signal) => status ?? (await api.call('getIdentity', {}, { signal })).status,
  );
  const isSuspended = loaded.state === 'ready' && loaded.value === 'suspended';
  return (
    <div class="grid grid-cols-1 gap-5">
      {isSuspended && <LateBlocked kind="change" />}
      <fieldset class="contents" disabled={isSuspended}>
        {children}
      </fieldset>
    </div>
  );
}
