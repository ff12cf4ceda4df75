import type { ComponentChildren } from 'preact';
import { api } from '../api/api.ts';
import { useLoad } from '../controls/loading.tsx';
import { laterWithText } from '../i18n/late-text.tsx';
import type { Text } from './blocked.en.ts';

/** Only suspended players load this, including its texts. */
const LateBlocked = laterWithText<object, Text>(
  4,
  import.meta.glob('./blocked.*.ts'),
  async () => (await import('./blocked.tsx')).Blocked,
);

/** Shows a suspended player the reason, instead of a form that the service would refuse at its end. */
export function UnlessSuspended({ children }: { children: ComponentChildren }) {
  const identity = useLoad('status', (signal) => api.call('getIdentity', {}, { signal }));
  if (identity.state === 'ready' && identity.value.status === 'suspended') return <LateBlocked />;
  return <>{children}</>;
}
