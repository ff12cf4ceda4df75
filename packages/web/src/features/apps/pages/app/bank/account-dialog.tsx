import { useState } from 'preact/hooks';
import { banks, type BankCode } from '@pid/contract/banks';
import { api } from '../../../../../kit/api/api.ts';
import { ConfirmDialog } from '../../../../../kit/controls/confirm-dialog.tsx';
import { SelectField, TextField } from '../../../../../kit/controls/inputs.tsx';
import { showToast } from '../../../../../kit/controls/toast.tsx';
import type { BankAccount } from './read-bank.ts';
import type { BankText } from './text.en.ts';

const CODES = Object.keys(banks) as BankCode[];

interface AccountDialogProps {
  readonly text: BankText;
  readonly clientId: string;
  readonly account: BankAccount | null;
  readonly onSet: () => void;
  readonly onClose: () => void;
}

/** Asks for a bank account. The number is entered anew, because pages never learn it. */
export function AccountDialog({ text, clientId, account, onSet, onClose }: AccountDialogProps) {
  const [bankCode, setBankCode] = useState<BankCode>(
    CODES.find((code) => code === account?.bankCode) ?? 'BCA',
  );
  const [number, setNumber] = useState('');
  const [holderName, setHolderName] = useState(account?.holderName ?? '');
  const accountNumber = number.replaceAll(/[\s.-]/gu, '');
  const isNumber = /^\d{5,20}$/u.test(accountNumber);
  return (
    <ConfirmDialog
      open
      title={account === null ? text.setTitle : text.changeTitle}
      confirm={text.save}
      look="primary"
      disabled={!isNumber || holderName.trim().length < 3}
      onClose={onClose}
      onConfirm={async () => {
        await api.call('setBankAccount', {
          client_id: clientId,
          bankCode,
          accountNumber,
          holderName: holderName.trim(),
        });
        showToast(text.saved);
        onSet();
      }}
    >
      <p>{text.setBody}</p>
      <SelectField
        label={text.bank}
        value={bankCode}
        options={CODES.map((value) => ({ value, label: banks[value] }))}
        onChange={setBankCode}
      />
      <TextField
        label={text.number}
        error={number !== '' && !isNumber ? text.numberFlaw : undefined}
        value={number}
        onInput={setNumber}
        input={{ inputMode: 'numeric', autocomplete: 'off', maxLength: 30 }}
      />
      <TextField
        label={text.holder}
        hint={text.holderHint}
        value={holderName}
        onInput={setHolderName}
        input={{ autocomplete: 'off', maxLength: 100 }}
      />
    </ConfirmDialog>
  );
}
