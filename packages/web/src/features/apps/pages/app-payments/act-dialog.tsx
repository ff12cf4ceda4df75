import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { carryOutOnce } from '../../../money/parts/once.ts';
import type { AppPayment } from '../../../../kit/api/shapes.ts';
import { readAmount } from '../../../../kit/money/read-amount.ts';
import type { Act } from './acts-on.ts';
import type { Text } from './text.en.ts';

interface ActDialogProps {
  readonly text: Text;
  readonly payment: AppPayment;
  readonly act: Act;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

async function carryOut(payment: AppPayment, act: Act, amount: number, reason: string): Promise<void> {
  const own = { client_id: payment.clientId, id: payment.id };
  if (act === 'capture') await api.call('capturePayment', { ...own, amount });
  else if (act === 'void') await api.call('voidPayment', own);
  else if (act === 'cancel') await api.call('cancelPayment', own);
  else {
    const wish = { ...own, amount, ...(reason === '' ? {} : { reason }) };
    // The key includes the amount refunded so far: once that has changed, an equal refund is a new one.
    await carryOutOnce(`refund:${payment.id}`, { ...wish, refunded: payment.refunded }, (idempotencyKey) =>
      api.call('refundPayment', wish, { idempotencyKey }),
    );
  }
}

/** If the app cannot pay a refund, its owner can add the missing money. */
function remedyFor({ clientId }: AppPayment, text: Text, error: unknown) {
  const short = error instanceof Refusal ? error.context['short'] : undefined;
  if (short === undefined) return undefined;
  const app = PAGE_PATHS.app.replace(':clientId', encodeURIComponent(clientId));
  return (
    <ButtonLink look="plain" small href={`${app}?deposit=${encodeURIComponent(short)}`}>
      {text.addMoney}
    </ButtonLink>
  );
}

export function ActDialog({ text, payment, act, onDone, onClose }: ActDialogProps) {
  const most = act === 'refund' ? payment.captured - payment.refunded : payment.amount;
  const [amount, setAmount] = useState(String(most));
  const [reason, setReason] = useState('');
  const rupiah = readAmount(amount);
  const hasAmount = act === 'capture' || act === 'refund';
  const flawed = hasAmount && (rupiah === null || rupiah > most);
  const words = {
    capture: [text.captureTitle, text.captureBody],
    void: [text.voidTitle, text.voidBody(formatRupiah(BigInt(payment.total)))],
    cancel: [text.cancelTitle, text.cancelBody],
    refund: [text.refundTitle, text.refundBody],
  }[act];
  return (
    <ConfirmDialog
      open
      title={words[0] ?? ''}
      confirm={text[act]}
      look={act === 'capture' ? 'primary' : 'danger'}
      disabled={flawed}
      onClose={onClose}
      remedy={(error) => remedyFor(payment, text, error)}
      onConfirm={async () => {
        await carryOut(payment, act, rupiah ?? most, reason.trim());
        showToast(text.done);
        onDone();
      }}
    >
      <p>{words[1]}</p>
      {hasAmount && (
        <AmountField
          name="amount"
          label={text.amount}
          hint={text.atMost(formatRupiah(BigInt(most)))}
          error={flawed ? text.atMost(formatRupiah(BigInt(most))) : undefined}
          value={amount}
          onInput={setAmount}
        />
      )}
      {act === 'refund' && (
        <TextField
          label={text.refundReason}
          hint={text.refundReasonHint}
          value={reason}
          onInput={setReason}
          input={{ maxLength: 200, autocomplete: 'off' }}
        />
      )}
    </ConfirmDialog>
  );
}
