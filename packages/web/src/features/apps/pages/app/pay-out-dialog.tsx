import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { carryOutOnce } from '../../../money/parts/once.ts';
import { readAmount } from '../../../../kit/money/read-amount.ts';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { owns } from '../../parts/my-rights.ts';
import type { Text } from './text.en.ts';

interface PayOutProps {
  readonly text: Text;
  readonly app: OwnedApp;
  readonly balance: number;
  /** The id of the newest entry of the escrow; null if it has none. */
  readonly lastEntry: string | null;
  readonly onPaid: () => void;
  readonly onClose: () => void;
}

/** Asks for an amount; the default is the whole balance. */
export function PayOutDialog({ text, app, balance, lastEntry, onPaid, onClose }: PayOutProps) {
  const [amount, setAmount] = useState(String(balance));
  const rupiah = readAmount(amount);
  const flawed = rupiah === null || rupiah > balance;
  const payOut = async () => {
    if (rupiah === null) return;
    // The key includes the last entry: after any other movement, an equal payout is a new one.
    await carryOutOnce(`payout:${app.client_id}`, { amount: rupiah, lastEntry }, (idempotencyKey) =>
      api.call('payOutApp', { client_id: app.client_id, amount: rupiah }, { idempotencyKey }),
    );
    showToast(text.paidOut(formatRupiah(BigInt(rupiah)), owns(app)));
    onPaid();
  };
  return (
    <ConfirmDialog
      open
      title={text.payOutTitle(owns(app))}
      confirm={text.payOut}
      look="primary"
      disabled={flawed}
      onClose={onClose}
      onConfirm={payOut}
    >
      <p>{text.payOutBody(owns(app))}</p>
      <AmountField
        name="payout"
        label={text.payOutAmount}
        hint={text.payOutHint(formatRupiah(BigInt(balance)))}
        error={flawed ? text.payOutFlaw(formatRupiah(BigInt(balance))) : undefined}
        value={amount}
        onInput={setAmount}
      />
    </ConfirmDialog>
  );
}
