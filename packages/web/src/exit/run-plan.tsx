import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../kit/controls/button.tsx';
import { Card } from '../kit/controls/card.tsx';
import { useAction } from '../kit/controls/use-action.ts';
import { CopyButton } from '../kit/controls/copy-button.tsx';
import { Steps } from '../kit/controls/steps.tsx';
import type { FeePayer } from './fee-payer.ts';
import type { Plan } from './plan.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { Review } from './review.tsx';
import type { PlanWords } from './review.tsx';
import type { Rpc } from './rpc.ts';
import { sendPlan, signPlan } from './send-plan.ts';
import type { Text } from './text.en.ts';

interface Progress {
  readonly stage: 'passkey' | 'send' | 'done';
  /** True if the passkey signs too. */
  readonly asks: boolean;
  readonly signature: string | null;
}

function ProgressCard({ text, progress }: { text: Text; progress: Progress }) {
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

export interface Prepared<P extends Plan = Plan> {
  readonly plan: P;
  readonly payer: FeePayer;
}

interface RunPlanProps {
  readonly text: Text;
  readonly rpc: Rpc;
  readonly prepared: Prepared;
  readonly words: PlanWords;
  readonly done: { readonly title: string; readonly body: ComponentChildren; readonly next: string };
  readonly onBack: () => void;
  readonly onDone: () => Promise<void> | void;
}

/** Runs a plan: review, passkey, payer, confirmation on the chain. */
export function RunPlan({ text, rpc, prepared, words, done, onBack, onDone }: RunPlanProps) {
  const { plan, payer } = prepared;
  const [progress, setProgress] = useState<Progress | null>(null);
  const asks = plan.passkey !== null;
  const run = useAction(async () => {
    if (asks) setProgress({ stage: 'passkey', asks, signature: null });
    const instructions = await signPlan(plan, location.hostname);
    setProgress({ stage: 'send', asks, signature: null });
    const signature = await sendPlan(rpc, instructions, payer, (sent) =>
      setProgress({ stage: 'send', asks, signature: sent }),
    );
    setProgress({ stage: 'done', asks, signature });
  });
  const finish = useAction(async () => onDone());
  if (progress?.stage !== 'done')
    return (
      <Review text={text} plan={plan} words={words} busy={run.busy} onSign={() => run.run()} onBack={onBack}>
        {run.busy && progress && <ProgressCard text={text} progress={progress} />}
        <ProblemNotice text={text} error={run.error} />
      </Review>
    );
  return (
    <Card title={done.title}>
      <div class="grid grid-cols-1 gap-5">
        <p class="-mt-2 break-words">{done.body}</p>
        <ProgressCard text={text} progress={progress} />
        <ProblemNotice text={text} error={finish.error} />
        <p>
          <Button look="plain" busy={finish.busy} onClick={() => finish.run()}>
            {done.next}
          </Button>
        </p>
      </div>
    </Card>
  );
}
