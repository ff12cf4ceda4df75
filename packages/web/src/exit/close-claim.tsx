import type { ClaimAccount } from '@pid/protocol';
import { useState } from 'preact/hooks';
import { Button } from '../kit/controls/button.tsx';
import { Card } from '../kit/controls/card.tsx';
import { useAction } from '../kit/controls/use-action.ts';
import type { FeePayer } from './fee-payer.ts';
import { PayForm } from './pay-form.tsx';
import { planClose } from './plan-claim.ts';
import type { Vault } from './read-vault.ts';
import { Line } from './review.tsx';
import type { Rpc } from './rpc.ts';
import { RunPlan } from './run-plan.tsx';
import type { Prepared } from './run-plan.tsx';
import type { Text } from './text.en.ts';

interface CloseClaimProps {
  readonly text: Text;
  readonly rpc: Rpc;
  readonly vault: Vault;
  readonly claim: ClaimAccount;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onClosed: () => Promise<void>;
}

/**
 * A claim that is finished, or that an activation has defeated, still holds rent. Closing it returns the rent
 * to its payer.
 */
export function CloseClaim({ text, rpc, vault, claim, open, onOpen, onClosed }: CloseClaimProps) {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const prepare = useAction(async (choosePayer: () => Promise<FeePayer>) => {
    const payer = await choosePayer();
    setPrepared({ plan: planClose(vault, claim, payer.address), payer });
  });
  if (prepared) {
    const isReceiver = prepared.payer.address === claim.payer;
    return (
      <RunPlan
        text={text}
        rpc={rpc}
        prepared={prepared}
        words={{
          lines: <Line title={text.claim.rentTo}>{claim.payer}</Line>,
          first: [],
          last: text.claim.closes,
          signers: `${text.claim.payerOnly} ${isReceiver ? text.review.payerReceives : text.review.payerApart}`,
        }}
        done={text.claim.done.close}
        onBack={() => setPrepared(null)}
        onDone={onClosed}
      />
    );
  }
  return (
    <Card title={text.claim.closeTitle}>
      <div class="grid grid-cols-1 gap-4">
        <p class="-mt-2 text-sm text-muted">{text.claim.closeBody}</p>
        <dl>
          <Line title={text.claim.rentTo}>{claim.payer}</Line>
        </dl>
        {open ? (
          <PayForm text={text} body={text.claim.finishBody} pay={prepare} />
        ) : (
          <p>
            <Button look="plain" onClick={() => onOpen(true)}>
              {text.claim.close}
            </Button>
          </p>
        )}
      </div>
    </Card>
  );
}
