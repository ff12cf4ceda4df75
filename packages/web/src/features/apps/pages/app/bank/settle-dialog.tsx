import { useState } from 'preact/hooks';
import { bankName } from '@pid/contract/banks';
import { api } from '../../../../../kit/api/api.ts';
import { ConfirmDialog } from '../../../../../kit/controls/confirm-dialog.tsx';
import { Fact, Facts } from '../../../../../kit/controls/item-list.tsx';
import { showToast } from '../../../../../kit/controls/toast.tsx';
import { formatRupiah } from '../../../../../kit/format/rupiah.ts';
import { AmountField } from '../../../../../kit/money/amount-field.tsx';
import { readAmount } from '../../../../../kit/money/read-amount.ts';
import { carryOutOnce } from '../../../../money/parts/once.ts';
import type { BankAccount } from './read-bank.ts';
import type { BankText } from './text.en.ts';

interface SettleDialogProps {
  readonly text: BankText;
  readonly clientId: string;
  readonly account: BankAccount;
  readonly available: number;
  readonly fee: number;
  readonly onRequested: () => void;
  readonly onClose: () => void;
}

const rupiahOf = (amount: number) => formatRupiah(BigInt(amount));

/** Asks for an amount; the default is everything that is available. */
export function SettleDialog(props: SettleDialogProps) {
  const { text, clientId, account, available, fee, onRequested, onClose } = props;
  const most = Math.max(available - fee, 0);
  const [amount, setAmount] = useState(String(most));
  const rupiah = readAmount(amount);
  const flawed = rupiah === null || rupiah > most;
  return (
    <ConfirmDialog
      open
      title={text.settleTitle}
      confirm={text.settle}
      look="primary"
      disabled={flawed}
      onClose={onClose}
      onConfirm={async () => {
        if (rupiah === null) return;
        // The key includes the available amount: once that has changed, an equal request is a new one.
        await carryOutOnce(`settlement:${clientId}`, { amount: rupiah, available }, (idempotencyKey) =>
          api.call('requestSettlement', { client_id: clientId, amount: rupiah }, { idempotencyKey }),
        );
        showToast(text.requested(rupiahOf(rupiah)));
        onRequested();
      }}
    >
      <p>{text.settleBody}</p>
      <AmountField
        name="settlement"
        label={text.amount}
        hint={text.amountHint(rupiahOf(most))}
        error={flawed ? text.amountFlaw(rupiahOf(most)) : undefined}
        value={amount}
        onInput={setAmount}
      />
      <Facts>
        <Fact label={text.account}>
          {bankName(account.bankCode)} ···{account.last4}
        </Fact>
        {fee > 0 && <Fact label={text.fee}>{rupiahOf(fee)}</Fact>}
        {!flawed && fee > 0 && <Fact label={text.total}>{rupiahOf(rupiah + fee)}</Fact>}
      </Facts>
    </ConfirmDialog>
  );
}
