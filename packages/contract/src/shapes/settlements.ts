import { Type } from 'typebox';
import {
  described,
  flag,
  instant,
  literals,
  nullable,
  pid,
  rupiah,
  rupiahAmount,
  text,
  uuid,
  words,
} from '../schemas.ts';
import { nullableMoment, nullableText } from './money.ts';

const accountStatus = literals(['pending', 'approved', 'refused'], {
  description:
    '`pending`: waits for an administrator. `approved`: can be used from `usableFrom`. `refused`: an administrator refused it.',
});

export const bankAccountFields = {
  bankCode: text('^[A-Z0-9_]{2,32}$', 'must be the code of a bank, such as BCA', {
    description: 'Code of the bank, such as `BCA`, `MANDIRI` or `BRI`.',
  }),
  accountNumber: text('^[0-9]{5,20}$', 'must be 5-20 digits', {
    description: 'Number of the account, 5-20 digits. Stored encrypted; responses show the last four digits.',
  }),
  holderName: text(
    String.raw`^(?! )[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069=+@-][^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]{1,98}[^\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]$`,
    'must be 3-100 characters in one line',
    { description: 'Name of the account holder as the bank writes it, 3-100 characters in one line.' },
  ),
};

const shownAccount = {
  bankCode: words('Code of the bank.'),
  last4: words('Last four digits of the account number.'),
  holderName: words('Name of the account holder.'),
  status: accountStatus,
  usableFrom: nullableMoment(
    'Time from which the app can settle to the account: 24 hours after its approval. Null unless `approved`.',
  ),
};

export const BankAccount = Type.Object(
  {
    ...shownAccount,
    reason: Type.Optional(words('Reason of the administrator’s decision. Absent if none was given.')),
  },
  { title: 'BankAccount' },
);

export const ReviewedBankAccount = Type.Object(
  {
    client_id: words('`client_id` of the app.'),
    app: words('Name of the app.'),
    owner: described(pid, 'pid of the owner.'),
    ...shownAccount,
    accountNumber: words('Number of the account.'),
    setAt: instant('Time at which the owner set the account.'),
    decidedBy: nullableText('Who decided; null while `pending`.'),
    reason: nullableText('Reason of the decision; null if none was given.'),
    version: described(
      uuid,
      'Version of the details. An approval names it, so that a change in between is detected.',
    ),
  },
  { title: 'ReviewedBankAccount' },
);

export const settlementStatus = literals(['requested', 'sent', 'paid', 'failed', 'cancelled'], {
  description:
    '`requested`: the money was taken from the escrow. `sent`: the transfer was handed to the bank or provider. `paid`: it has arrived. `failed`: it did not arrive, or the bank sent it back; the money is back in the escrow, or kept by PID if the app was deleted or transferred before. `cancelled`: it was cancelled before it was sent.',
});

const terms = {
  id: described(uuid, 'Id of the settlement.'),
  amount: rupiah('Amount that the bank account receives, in rupiah.'),
  fee: rupiah('Fee in addition to `amount`, in rupiah. Returned with the amount if the settlement fails.'),
  status: settlementStatus,
  createdAt: instant('Time of the request.'),
};

export const NewSettlement = Type.Object(terms, { title: 'NewSettlement' });

const progress = {
  sentAt: nullableMoment('Time at which the transfer was handed over; null before.'),
  paidAt: nullableMoment('Time at which it was reported as paid; null before.'),
  endedAt: nullableMoment('Time at which it failed or was cancelled; null otherwise.'),
  reference: nullableText('Reference of the bank or provider for the last step; null if there is none.'),
  reason: nullableText('Why it failed; null if it did not or no reason was given.'),
};

export const Settlement = Type.Object(
  {
    ...terms,
    bankCode: nullableText(
      'Code of the bank; null for a developer, and for settlements of an earlier owner of the app.',
    ),
    last4: nullableText('Last four digits of the account number; null as `bankCode`.'),
    ...progress,
  },
  { title: 'Settlement' },
);

export const AdministeredSettlement = Type.Object(
  {
    ...terms,
    client_id: words('`client_id` of the app.'),
    app: words('Name of the app.'),
    owner: nullable(
      described(
        pid,
        'pid of the owner who requested it or for whom it was requested; null if the identity is deleted.',
      ),
    ),
    bankCode: words('Code of the bank.'),
    last4: words('Last four digits of the account number.'),
    ...progress,
    accountNumber: nullableText(
      'Number of the account while the settlement is `requested` or `sent`; null afterwards.',
    ),
    holderName: words('Name of the account holder.'),
    approvedBy: words('Who approved the bank account.'),
    sentBy: nullableText('Who sent it; null before. `service` if a provider transfers it.'),
    decidedBy: nullableText('Who said that it was paid or failed; null before. `provider` for a provider.'),
    provider: nullableText('Provider that transfers it; null if people do.'),
    problem: nullableText(
      'Why the provider does not transfer it, so that a person decides: its error code, `unanswered`, `unreadable`, `other_amount`, `recovered` (after a restore), `provider_off` or `account_number_lost` (with the master key). Null if there is no problem.',
    ),
    withProvider: flag(
      'Whether only the status of the provider decides what becomes of it. False if people transfer it, if there is a problem, and 30 days after the payment, when the provider is no longer asked whether the bank returned the money.',
    ),
    exportId: nullable(described(uuid, 'Id of the export that sent it; null if none did.')),
  },
  { title: 'AdministeredSettlement' },
);

export const settlementAmount = described(
  rupiahAmount,
  'Amount that the bank account receives, in whole rupiah, 1 to 10^15. The fee is added to it.',
);

export const bankReference = text('^[\\x20-\\x7e]{1,100}$', 'must be 1-100 printable ASCII characters', {
  description: 'Reference of the bank for this transfer, 1-100 printable ASCII characters.',
});
