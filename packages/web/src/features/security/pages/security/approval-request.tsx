import type { CredentialApproval } from '../../../../kit/api/shapes.ts';
import { deviceName } from '../../../../kit/format/device-name.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Countdown } from '../../../../kit/controls/countdown.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { approvePasskey, denyPasskey } from './decide-approval.ts';
import type { Text } from './text.en.ts';

export function Fingerprint({ value }: { value: string }) {
  return <span class="font-mono text-lg font-semibold tracking-wider break-all">{value}</span>;
}

/** Shown on a device that already has a passkey when another passkey is to be added. */
export function ApprovalRequest(props: { text: Text; approval: CredentialApproval; onDecided: () => void }) {
  const { text, approval, onDecided } = props;
  const common = useCommon();
  const approve = useAction(async () => {
    await approvePasskey(approval.id);
    showToast(text.approvals.approved);
    onDecided();
  });
  const deny = useAction(async () => {
    await denyPasskey(approval.id);
    showToast(text.approvals.denied, 'note');
    onDecided();
  });
  const place = [deviceName(approval.userAgent, common.unknownDevice), approval.address]
    .filter(Boolean)
    .join(' · ');
  return (
    <section class="panel border-warn p-5 sm:p-6" role="alert" aria-label={text.approvals.title}>
      <div class="grid grid-cols-1 gap-4">
        <h2 class="text-xl">{text.approvals.title}</h2>
        <p>{text.approvals.body}</p>
        <Facts>
          <Fact label={text.approvals.code}>
            <Fingerprint value={approval.fingerprint} />
          </Fact>
          <Fact label={text.passkeys.name}>{approval.name}</Fact>
          <Fact label={text.approvals.from}>{place}</Fact>
          <Fact label={text.approvals.asked}>
            <DateTime value={approval.createdAt} />
          </Fact>
        </Facts>
        <ErrorNotice error={approve.error ?? deny.error} />
        <div class="flex flex-wrap items-center gap-3">
          <Button busy={approve.busy} disabled={deny.busy} waitsToBeRead onClick={() => approve.run()}>
            {text.approvals.approve}
          </Button>
          <Button look="plain" busy={deny.busy} disabled={approve.busy} onClick={() => deny.run()}>
            {text.approvals.deny}
          </Button>
          <Countdown until={approval.expiresAt} label={text.waiting.timeLeft} onEnd={onDecided} />
        </div>
      </div>
    </section>
  );
}
