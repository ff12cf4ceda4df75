import { OperationProgress, type OperationProgressProps } from '../../parts/operation-progress.tsx';
import type { SignedRequest } from '../../parts/signed-request.ts';
import type { WalletProgressText } from './progress.en.ts';

function summaryOf(text: WalletProgressText, { kind, shown }: SignedRequest): string | undefined {
  if (kind === 'withdraw') return text.summary(shown['amount'] ?? '', shown['to'] ?? '');
  if (kind === 'rotate') return text.toPasskey(shown['passkey'] ?? '');
  return undefined;
}

export interface ProgressProps extends Omit<OperationProgressProps, 'text' | 'summary'> {
  readonly text: WalletProgressText;
}

export function Progress(props: ProgressProps) {
  return <OperationProgress {...props} summary={summaryOf(props.text, props.request)} />;
}
