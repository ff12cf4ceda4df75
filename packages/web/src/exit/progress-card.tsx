import { CopyButton } from '../kit/controls/copy-button.tsx';
import { Steps } from '../kit/controls/steps.tsx';
import type { Text } from './text.en.ts';

export interface Progress {
  readonly stage: 'passkey' | 'send' | 'done';
  /** True if the passkey signs too. */
  readonly asks: boolean;
  readonly signature: string | null;
}

export function ProgressCard({ text, progress }: { text: Text; progress: Progress }) {
  const { stage, asks, signature } = progress;
  const isDone = stage === 'done';
  return (
    <div class="grid grid-cols-1 gap-4">
      <Steps
        steps={[
          ...(asks
            ? [{ label: text.steps.passkey, state: stage === 'passkey' ? 'current' : 'done' } as const]
            : []),
          {
            label: text.steps.send,
            state: isDone ? 'done' : stage === 'send' ? 'current' : 'waiting',
          },
          { label: text.steps.confirmed, state: isDone ? 'done' : 'waiting' },
        ]}
      />
      {signature !== null && (
        <div class="grid gap-2 rounded-md bg-sunken p-4">
          <p class="text-sm font-semibold">{text.signature}</p>
          <code class="text-xs break-all" data-signature>
            {signature}
          </code>
          <p class="text-sm text-muted">{text.signatureHint}</p>
          <p>
            <CopyButton value={signature} label={text.copySignature} />
          </p>
        </div>
      )}
    </div>
  );
}
