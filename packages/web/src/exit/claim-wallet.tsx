import { equalBytes, toHex } from '@pid/protocol';
import { useState } from 'preact/hooks';
import { deviceStorage, certificatesKey } from '../kit/platform/storage.ts';
import { Button } from '../kit/controls/button.tsx';
import { Card } from '../kit/controls/card.tsx';
import { Notice } from '../kit/controls/notice.tsx';
import { useAction } from '../kit/controls/use-action.ts';
import type { FeePayer } from './fee-payer.ts';
import type { Found } from './find-form.tsx';
import { claimWords, OpenClaim } from './open-claim.tsx';
import { NoPasskeys } from './problem-notice.tsx';
import { PayForm } from './pay-form.tsx';
import { planFinish } from './plan-claim.ts';
import type { ClaimPlan } from './plan-claim.ts';
import { parseCertificates } from './read-certificates.ts';
import type { Dormant } from './read-vault.ts';
import { Line, shownTime } from './review.tsx';
import type { PlanWords } from './review.tsx';
import { RunPlan } from './run-plan.tsx';
import type { Prepared } from './run-plan.tsx';
import { shownAmount } from './show-amount.ts';
import type { Text } from './text.en.ts';

type Claim = NonNullable<Dormant['claim']>;

/** Checks only the certificates that this device has stored, because they are available without a file. */
function isKnown(pid: string, claim: Claim): boolean {
  return parseCertificates(deviceStorage.get(certificatesKey(pid)) ?? '').some(({ certificate }) =>
    equalBytes(certificate.authority, claim.authority),
  );
}

function finishWords(text: Text, { wallet }: Dormant, claim: Claim): PlanWords {
  return {
    lines: (
      <>
        <Line title={text.claim.vault}>{wallet.vault}</Line>
        <Line title={text.claim.goesTo}>{toHex(claim.authority)}</Line>
      </>
    ),
    first: [],
    last: text.claim.finishes,
    signers: `${text.claim.payerOnly} ${text.review.payerApart}`,
  };
}

interface ClaimStateProps {
  readonly text: Text;
  readonly pid: string;
  readonly dormant: Dormant;
  readonly claim: Claim;
  readonly onPrepared: (prepared: Prepared) => void;
}

function ClaimState({ text, pid, dormant, claim, onPrepared }: ClaimStateProps) {
  const prepare = useAction(async (choosePayer: () => Promise<FeePayer>) => {
    const payer = await choosePayer();
    onPrepared({ plan: planFinish(dormant, payer.address), payer });
  });
  // A registrar is replaced when its key may have been stolen. Claims certified with the old key cannot be
  // finished.
  if (claim.registrar !== dormant.config.registrar) return <Notice tone="warn">{text.claim.ended}</Notice>;
  const known = isKnown(pid, claim);
  return (
    <>
      <Card title={claim.isReady ? text.claim.readyTitle : text.claim.waitingTitle}>
        <div class="grid grid-cols-1 gap-4">
          <dl class="-mt-2 grid grid-cols-1 gap-3">
            <Line title={text.claim.readyAt}>{shownTime(claim.readyAt)}</Line>
            <Line title={text.claim.goesTo}>{toHex(claim.authority)}</Line>
          </dl>
          <p class="text-sm">{claim.isReady ? text.claim.readyBody : text.claim.waitingBody}</p>
          <Notice tone={known ? 'note' : 'warn'}>{known ? text.claim.known : text.claim.unknown}</Notice>
        </div>
      </Card>
      {claim.isReady && (
        <Card title={text.claim.finishTitle}>
          <PayForm text={text} body={text.claim.finishBody} pay={prepare} />
        </Card>
      )}
    </>
  );
}

type Running =
  | { readonly kind: 'claim'; readonly prepared: Prepared<ClaimPlan> }
  | { readonly kind: 'finish'; readonly prepared: Prepared; readonly claim: Claim };

interface ClaimWalletProps {
  readonly text: Text;
  readonly found: Found & { readonly vault: Dormant };
  readonly onChanged: () => Promise<void>;
  readonly onAgain: () => void;
}

/**
 * Claims a wallet that no passkey guards yet: it takes a certificate and a wait of thirty days. After that
 * the normal exit works.
 */
export function ClaimWallet({ text, found, onChanged, onAgain }: ClaimWalletProps) {
  const { rpc, pid, vault: dormant } = found;
  const { claim } = dormant;
  const [running, setRunning] = useState<Running | null>(null);
  const [displacing, setDisplacing] = useState(false);
  if (running)
    return (
      <RunPlan
        text={text}
        rpc={rpc}
        prepared={running.prepared}
        words={
          running.kind === 'claim'
            ? claimWords(text, dormant, running.prepared.plan)
            : finishWords(text, dormant, running.claim)
        }
        done={text.claim.done[running.kind]}
        onBack={() => setRunning(null)}
        onDone={async () => {
          await onChanged();
          setRunning(null);
          setDisplacing(false);
        }}
      />
    );
  const isOver = claim !== null && claim.registrar !== dormant.config.registrar;
  return (
    <>
      <Card
        title={text.claim.title}
        action={
          <Button small look="quiet" onClick={onAgain}>
            {text.take.other}
          </Button>
        }
      >
        <div class="grid grid-cols-1 gap-4">
          <p class="-mt-2 text-sm text-muted">{text.claim.body}</p>
          {!dormant.passkeysSign && <NoPasskeys text={text} />}
          <dl class="grid grid-cols-1 gap-3">
            <Line title={text.claim.vault}>{dormant.wallet.vault}</Line>
            <Line title={text.claim.holds}>{shownAmount(text, dormant.sol)}</Line>
          </dl>
        </div>
      </Card>
      {claim && (
        <ClaimState
          text={text}
          pid={pid}
          dormant={dormant}
          claim={claim}
          onPrepared={(prepared) => setRunning({ kind: 'finish', prepared, claim })}
        />
      )}
      {claim && !isOver && !displacing ? (
        <p>
          <Button look="plain" onClick={() => setDisplacing(true)}>
            {text.claim.displace}
          </Button>
        </p>
      ) : (
        <OpenClaim
          text={text}
          rpc={rpc}
          pid={pid}
          dormant={dormant}
          onPrepared={(prepared) => setRunning({ kind: 'claim', prepared })}
        />
      )}
    </>
  );
}
