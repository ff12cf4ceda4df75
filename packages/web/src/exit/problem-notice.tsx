import { programErrorMessage } from '@pid/protocol';
import { describePasskeyError } from '../kit/passkeys/passkey-error.ts';
import { useCommon } from '../kit/i18n/locale.ts';
import { Notice } from '../kit/controls/notice.tsx';
import { ExitProblem } from './exit-problem.ts';
import { RpcError } from './rpc.ts';
import type { Text } from './text.en.ts';
import type { Dormant, Vault } from './read-vault.ts';

/** A server's message is shown as a quotation, never as advice from this page. */
function Refusal({ text, error }: { text: Text; error: RpcError }) {
  if (error.kind === 'unreachable') return <p>{text.unreachable}</p>;
  if (error.kind === 'senseless') return <p>{text.senseless}</p>;
  const known = error.programCode === null ? null : programErrorMessage(error.programCode);
  if (known !== null) return <p>{text.program(known)}</p>;
  return (
    <>
      <p>{text.refused}</p>
      {error.message !== '' && (
        <details class="mt-2">
          <summary>{text.refusedWords}</summary>
          <q class="font-mono text-xs break-all">{error.message}</q>
        </details>
      )}
    </>
  );
}

export function ProblemNotice({ text, error }: { text: Text; error: unknown }) {
  const common = useCommon();
  if (error === null || error === undefined) return null;
  return (
    <Notice tone="bad" live>
      {error instanceof ExitProblem ? (
        <p>
          {text.problems[error.problem]} {error.detail && <span class="break-all">{error.detail}</span>}
        </p>
      ) : error instanceof RpcError ? (
        <Refusal text={text} error={error} />
      ) : (
        <p>{describePasskeyError(error, common.errors) ?? common.errors.unknown}</p>
      )}
    </Notice>
  );
}

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
