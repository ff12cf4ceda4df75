import { ErrorNotice } from '../controls/error-notice.tsx';
import { laterWithText } from '../i18n/late-text.tsx';
import type { Text } from './elsewhere.en.ts';
import { PasskeyError } from './passkey-error.ts';
import type { ElsewhereProps } from './elsewhere.tsx';

const Ways = laterWithText<ElsewhereProps, Text>(
  6,
  import.meta.glob('./elsewhere.*.ts'),
  async () => (await import('./elsewhere.tsx')).Elsewhere,
);

/** Shows an error of an action that needs a passkey. If the passkey was not used, shows the alternatives. */
export function PasskeyNotice({ error, ...ways }: ElsewhereProps & { error: unknown }) {
  if (error instanceof PasskeyError && error.problem === 'cancelled') return <Ways {...ways} />;
  return <ErrorNotice error={error} />;
}
