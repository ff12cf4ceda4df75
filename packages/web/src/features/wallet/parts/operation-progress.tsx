import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Button, ButtonLink } from '../../../kit/controls/button.tsx';
import { Card } from '../../../kit/controls/card.tsx';
import { CopyButton } from '../../../kit/controls/copy-button.tsx';
import { ErrorNotice } from '../../../kit/controls/error-notice.tsx';
import { Steps } from '../../../kit/controls/steps.tsx';
import type { StepState } from '../../../kit/controls/steps.tsx';
import { useAction } from '../../../kit/controls/use-action.ts';
import { carryOut, isRefused, underWay } from './signed-request.ts';
import type { Outcome, SignedRequest } from './signed-request.ts';
import type { ProgressText } from './text.en.ts';

export interface OperationProgressProps {
  readonly text: ProgressText & { readonly confirmed: string; readonly back: string };
  readonly request: SignedRequest;
  readonly summary?: ComponentChildren;
  /** The page that the player originally wanted to reach. */
  readonly onward?: { readonly label: string; readonly href: string } | null;
  readonly onDone: () => void;
}

function Signature({ text, signature }: { text: ProgressText; signature: string }) {
  return (
    <div class="grid gap-2 rounded-md bg-sunken p-4">
      <p class="text-sm font-semibold">{text.signature}</p>
      <code class="text-xs break-all" data-signature>
        {signature}
      </code>
      <p>
        <CopyButton value={signature} label={text.copySignature} />
      </p>
    </div>
  );
}

/**
 * Shows a signed request until the chain has confirmed it. It is sent immediately, again after a reload, and
 * again on request: always the same request.
 */
export function OperationProgress(props: OperationProgressProps) {
  const { text, request, summary, onward, onDone } = props;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const send = useAction(async () => {
    const carried = await carryOut(request);
    // The sponsor no longer pays for this activation, so go back to the page that says so.
    if (carried.status === 'funding_required') onDone();
    else setOutcome(carried);
  });
  useEffect(() => void send.run(), [request.key]);
  const refused = isRefused(send.error);
  const sent: StepState = outcome ? 'done' : refused ? 'failed' : 'current';
  return (
    <Card title={(outcome ? text.doneTitles : text.titles)[request.kind]}>
      <div class="grid grid-cols-1 gap-5">
        {summary && <p class="-mt-2 break-all text-muted">{summary}</p>}
        <Steps
          steps={[
            { label: text.signed, state: 'done' },
            { label: text.sent, state: sent },
            { label: text.confirmed, state: outcome ? 'done' : 'waiting' },
          ]}
        />
        <ErrorNotice error={send.error} />
        {!outcome && !refused && <p class="text-sm text-muted">{send.error ? text.unsure : text.safe}</p>}
        {outcome?.signature !== undefined && <Signature text={text} signature={outcome.signature} />}
        <div class="flex flex-wrap gap-3">
          {outcome && onward && <ButtonLink href={onward.href}>{onward.label}</ButtonLink>}
          {(outcome ?? refused) && (
            <Button look={outcome && onward ? 'plain' : 'primary'} onClick={onDone}>
              {text.back}
            </Button>
          )}
          {send.error !== null && !refused && (
            <>
              <Button busy={send.busy} onClick={() => send.run()}>
                {text.again}
              </Button>
              <Button
                look="plain"
                onClick={() => {
                  underWay.forget();
                  onDone();
                }}
              >
                {text.leave}
              </Button>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}
