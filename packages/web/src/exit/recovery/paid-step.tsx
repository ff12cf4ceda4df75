import type { Address } from '@pid/protocol';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/controls/button.tsx';
import { Card } from '../../kit/controls/card.tsx';
import { useAction } from '../../kit/controls/use-action.ts';
import type { FeePayer } from '../fee-payer.ts';
import { PayForm } from '../pay-form.tsx';
import type { Plan } from '../plan.ts';
import type { PlanWords } from '../review.tsx';
import { RunPlan } from '../run-plan.tsx';
import type { Prepared } from '../run-plan.tsx';
import type { Rpc } from '../rpc.ts';
import type { Text } from '../text.en.ts';

interface Step extends Prepared {
  readonly words: PlanWords;
}

export interface PaidStepProps {
  readonly text: Text;
  readonly rpc: Rpc;
  readonly title: string;
  readonly back: string;
  /** A sentence that says what the payer pays. */
  readonly payBody: string;
  readonly children: ComponentChildren;
  readonly prepare: (payer: Address) => Promise<{ readonly plan: Plan; readonly words: PlanWords }>;
  readonly done: { readonly title: string; readonly body: string; readonly next: string };
  readonly onBack: () => void;
  readonly onDone: () => Promise<void>;
}

/**
 * One step on the chain: it shows the subject, selects the payer, shows the review, and sends the
 * transaction.
 */
export function PaidStep({
  text,
  rpc,
  title,
  back,
  payBody,
  children,
  prepare,
  done,
  onBack,
  onDone,
}: PaidStepProps) {
  const [step, setStep] = useState<Step | null>(null);
  const pay = useAction(async (choosePayer: () => Promise<FeePayer>) => {
    const payer = await choosePayer();
    setStep({ ...(await prepare(payer.address)), payer });
  });
  if (step)
    return (
      <RunPlan
        text={text}
        rpc={rpc}
        prepared={step}
        words={step.words}
        done={done}
        onBack={() => setStep(null)}
        onDone={onDone}
      />
    );
  return (
    <>
      <Card
        title={title}
        action={
          <Button small look="quiet" disabled={pay.busy} onClick={onBack}>
            {back}
          </Button>
        }
      >
        <div class="grid grid-cols-1 gap-4">{children}</div>
      </Card>
      <Card title={text.claim.finishTitle}>
        <PayForm text={text} body={payBody} pay={pay} />
      </Card>
    </>
  );
}
