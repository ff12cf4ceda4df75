import { bankName } from '@pid/contract/banks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { Decision, ReviewList } from './review.tsx';
import type { Text } from './text.en.ts';

type Words = Text['bankAccounts'];
type Waiting = Reply<'listBankAccounts'>['items'][number];

function Item({ text, account, onDecided }: { text: Words; account: Waiting; onDecided: () => void }) {
  const { client_id, version, app } = account;
  return (
    <li class="grid grid-cols-1 gap-4 py-5">
      <h3 class="font-semibold break-words">{app}</h3>
      <Facts>
        <Fact label={text.owner}>
          <span class="break-all">{account.owner}</span>
        </Fact>
        <Fact label={text.bank}>{bankName(account.bankCode)}</Fact>
        <Fact label={text.number}>
          <span class="font-mono break-all">{account.accountNumber}</span>
        </Fact>
        <Fact label={text.holder}>
          <span class="break-words">{account.holderName}</span>
        </Fact>
        <Fact label={text.since}>
          <DateTime value={account.setAt} />
        </Fact>
      </Facts>
      <Decision
        text={text}
        name={app}
        onApprove={() => api.call('approveBankAccount', { client_id, version })}
        onRefuse={(reason) => api.call('refuseBankAccount', { client_id, version, reason })}
        onDecided={onDecided}
      />
    </li>
  );
}

/** Lists the bank accounts that wait for a review, oldest first. */
export function BankAccountsTab({ text }: { text: Words }) {
  const waiting = usePages('bank-accounts', (page, options) =>
    api.call('listBankAccounts', { status: 'pending', ...page }, options),
  );
  return (
    <ReviewList text={text} pages={waiting}>
      {(account) => <Item key={account.version} text={text} account={account} onDecided={waiting.reload} />}
    </ReviewList>
  );
}
