import { toHex } from '@pid/protocol';
import { useState } from 'preact/hooks';
import { formatLamports } from '../kit/format/lamports.ts';
import { locale } from '../kit/i18n/locale.ts';
import { Card } from '../kit/controls/card.tsx';
import { useAction } from '../kit/controls/use-action.ts';
import { ChooseCertificate } from './choose-certificate.tsx';
import type { Chosen } from './choose-certificate.tsx';
import { ExitProblem } from './exit-problem.ts';
import type { FeePayer } from './fee-payer.ts';
import { PayForm } from './pay-form.tsx';
import { planClaim } from './plan-claim.ts';
import type { ClaimPlan } from './plan-claim.ts';
import type { Dormant } from './read-vault.ts';
import { Line, shownTime } from './review.tsx';
import type { PlanWords } from './review.tsx';
import type { Rpc } from './rpc.ts';
import type { Prepared } from './run-plan.tsx';
import type { Text } from './text.en.ts';

export function claimWords(text: Text, dormant: Dormant, plan: ClaimPlan): PlanWords {
  const { certificate, registrar } = plan.certificate;
  const pays = plan.rentLamports > 0n;
  const rent = formatLamports(plan.rentLamports, locale.value);
  return {
    lines: (
      <>
        <Line title={text.claim.vault}>{dormant.wallet.vault}</Line>
        <Line title={text.claim.goesTo}>{toHex(certificate.authority)}</Line>
        <Line title={text.claim.issued}>{shownTime(certificate.issuedAt)}</Line>
        <Line title={text.claim.registrar}>{registrar}</Line>
      </>
    ),
    first: [...(pays ? [text.claim.paysRent(rent)] : []), text.claim.checksCertificate],
    last: text.claim.opens,
    signers: text.claim.signers(pays),
  };
}

interface OpenClaimProps {
  readonly text: Text;
  readonly rpc: Rpc;
  readonly pid: string;
  readonly dormant: Dormant;
  readonly onPrepared: (prepared: Prepared<ClaimPlan>) => void;
}

/** Collects the certificate and the payer that a claim needs besides the passkey. */
export function OpenClaim({ text, rpc, pid, dormant, onPrepared }: OpenClaimProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const prepare = useAction(async (choosePayer: () => Promise<FeePayer>) => {
    if (!chosen) throw new ExitProblem('noCertificate');
    const payer = await choosePayer();
    onPrepared({ plan: await planClaim(rpc, dormant, chosen.certificate, payer.address), payer });
  });
  return (
    <>
      <Card title={text.claim.certificateTitle}>
        <div class="grid grid-cols-1 gap-4">
          <p class="-mt-2 text-sm text-muted">{text.claim.certificateBody}</p>
          <ChooseCertificate text={text} pid={pid} dormant={dormant} chosen={chosen} onChoose={setChosen} />
        </div>
      </Card>
      <Card title={text.pay.title}>
        <PayForm text={text} body={text.claim.payBody} pay={prepare} />
      </Card>
    </>
  );
}
