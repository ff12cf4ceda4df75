import { ErrorNotice } from '../controls/error-notice.tsx';
import { later } from '../controls/loading.tsx';
import { PasskeyError } from './passkey-error.ts';
import type { ElsewhereProps } from './elsewhere.tsx';

const Ways = later(6, async () => {
  const { Elsewhere, loadWords } = await import('./elsewhere.tsx');
  const text = await loadWords();
  return (props: ElsewhereProps) => <Elsewhere {...props} text={text} />;
});

/** Shows an error of an action that needs a passkey. If the passkey was not used, shows the alternatives. */
export function PasskeyNotice({ error, ...ways }: ElsewhereProps & { error: unknown }) {
  if (error instanceof PasskeyError && error.problem === 'cancelled') return <Ways {...ways} />;
  return <ErrorNotice error={error} />;
}
