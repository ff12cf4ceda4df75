import { useEffect, useState } from 'preact/hooks';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { keptWithdrawal, type WithdrawalDraft } from '../../parts/kept-withdrawal.ts';
import type { SignedRequest } from '../../parts/signed-request.ts';
import { judgeDraft, type Problem } from './judge-withdrawal.ts';
import type { Wallet } from './read-wallet.ts';
import { Review } from './review.tsx';
import type { FullText, TaskText } from './tasks.en.ts';
import type { Text } from './text.en.ts';
import { WithdrawForm } from './withdraw-form.tsx';

export interface WithdrawProps {
  readonly text: TaskText;
  /** The texts of the page. */
  readonly page: Text;
  readonly wallet: Wallet;
  readonly query: URLSearchParams;
  readonly onSigned: (request: SignedRequest) => void;
}

const formPath = `${PAGE_PATHS.wallet}?do=withdraw`;

interface ReviewStepProps extends Omit<WithdrawProps, 'text' | 'page' | 'query'> {
  readonly text: FullText;
  readonly draft: WithdrawalDraft;
  readonly onProblem: (problem: Problem) => void;
}

/** Requests the costs whenever it opens, because they may have changed after a reload. */
function ReviewStep({ text, wallet, draft, onSigned, onProblem }: ReviewStepProps) {
  const judged = useLoad(JSON.stringify(draft), () => judgeDraft(text, wallet, draft));
  const problem = judged.state === 'ready' && 'problem' in judged.value ? judged.value.problem : null;
  useEffect(() => {
    if (problem) onProblem(problem);
  }, [problem]);
  if (judged.state === 'failed') return <ErrorNotice error={judged.error} onRetry={judged.reload} />;
  if (judged.state === 'loading' || 'problem' in judged.value) return <SkeletonGroup lines={8} />;
  return (
    <Review
      text={text}
      wallet={wallet}
      reviewed={judged.value}
      onSigned={(request) => {
        keptWithdrawal.forget();
        onSigned(request);
      }}
      onChange={() => void navigate(formPath, { replace: true })}
    />
  );
}

export function Withdraw({ text: own, page, wallet, query, onSigned }: WithdrawProps) {
  const text = { ...page, ...own };
  const { pid } = wallet.account;
  const [problem, setProblem] = useState<Problem | null>(null);
  const kept = keptWithdrawal.read(pid);
  if (query.get('step') === 'review' && kept)
    return (
      <ReviewStep
        text={text}
        wallet={wallet}
        draft={kept}
        onSigned={onSigned}
        onProblem={(found) => {
          setProblem(found);
          void navigate(formPath, { replace: true });
        }}
      />
    );
  return (
    <WithdrawForm
      text={text}
      wallet={wallet}
      first={kept}
      problem={problem}
      onProblem={setProblem}
      onReview={(draft) => {
        keptWithdrawal.keep(draft);
        return navigate(`${formPath}&step=review`);
      }}
    />
  );
}
