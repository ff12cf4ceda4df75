import { Notice } from '../kit/controls/notice.tsx';
import { ExitProblem } from './exit-problem.ts';
import type { Dormant, Vault } from './read-vault.ts';
import type { Text } from './text.en.ts';

/** Known without asking anybody where the page is a file; else by the word of an RPC server. */
const reason = () => (location.protocol === 'file:' ? 'openedAsFile' : 'otherHost');

/** Refuses what needs a passkey before anybody pays or signs. */
export function assertPasskeysSign({ passkeysSign }: Vault | Dormant): void {
  if (!passkeysSign) throw new ExitProblem(reason());
}

/** Why no passkey signs on this page, and what works all the same. */
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
