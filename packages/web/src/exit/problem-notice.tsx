import { programErrorMessage } from '@pid/protocol';
import { describeError } from '../api/describe-error.ts';
import { useCommon } from '../i18n/locale.ts';
import { Notice } from '../ui/notice.tsx';
import { ExitProblem } from './exit-problem.ts';
import { RpcError } from './rpc.ts';
import type { Text } from './text.en.ts';

function sentenceOf(text: Text, error: RpcError): string {
  if (error.kind === 'unreachable') return text.unreachable;
  const known = error.programCode === null ? null : programErrorMessage(error.programCode);
  return known === null ? text.refused(error.message) : text.program(known);
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
        <p class="break-words">{sentenceOf(text, error)}</p>
      ) : (
        <p>{describeError(error, common.errors).summary}</p>
      )}
    </Notice>
  );
}
