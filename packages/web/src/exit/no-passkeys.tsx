import { Notice } from '../kit/controls/notice.tsx';
import { ExitProblem } from './exit-problem.ts';
import type { Dormant, Vault } from './read-vault.ts';
import type { Text } from './text.en.ts';

/**
 * If the page is a local file, the reason is known without a request. Otherwise it comes from an RPC server.
 */
const reason = () => (location.protocol === 'file:' ? 'openedAsFile' : 'otherHost');

/** Refuses an action that needs a passkey before anyone pays or signs. */
export function assertPasskeysSign({ passkeysSign }: Vault | Dormant): void {
  if (!passkeysSign) throw new ExitProblem(reason());
}

/** Explains why no passkey can sign on this page, and which actions still work. */
export function NoPasskeys({ text }: { text: Text }) {
  return (
    <Notice tone="warn">
      <p>
        <strong>{text.noPasskeys.title}</strong> {text.problems[reason()]}
      </p>
      <p>{text.noPasskeys.works}</p>
    </Notice>
  );
}
