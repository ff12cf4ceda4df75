import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { later } from '../../../../kit/controls/later.tsx';
import { PasskeyError } from '../../../../kit/passkeys/passkey-error.ts';
import type { ElsewhereProps } from './elsewhere.tsx';

const Ways = later(6, async () => {
  const { Elsewhere, loadWords } = await import('./elsewhere.tsx');
  const text = await loadWords();
  return (props: ElsewhereProps) => <Elsewhere {...props} text={text} />;
});

/** What went wrong where a passkey was asked; one that was not used gets the ways around it. */
export function PasskeyNotice({ error, ...ways }: ElsewhereProps & { error: unknown }) {
  if (error instanceof PasskeyError && error.problem === 'cancelled') return <Ways {...ways} />;
  return <ErrorNotice error={error} />;
}
