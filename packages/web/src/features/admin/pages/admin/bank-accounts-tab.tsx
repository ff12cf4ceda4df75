import { useState } from 'preact/hooks';
import { bankName } from '@pid/contract/banks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

type Words = Text['bankAccounts'];
type Waiting = Reply<'listBankAccounts'>['items'][number];

function Item({ text, account, onDecided }: { text: Words; account: Waiting; onDecided: () => void }) {
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null);
  const [reason, setReason] = useState('');
  const { client_id, version, app } = account;
  const isRefusal = asking === 'refuse';
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
      <div class="flex flex-wrap gap-3">
        <Button small label={`${text.approve}: ${app}`} onClick={() => setAsking('approve')}>
          {text.approve}
        </Button>
        <Button look="plain" small label={`${text.refuse}: ${app}`} onClick={() => setAsking('refuse')}>
          {text.refuse}
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={isRefusal ? text.refuseTitle(app) : text.approveTitle(app)}
        confirm={isRefusal ? text.refuse : text.approve}
        look={isRefusal ? 'danger' : 'primary'}
        disabled={isRefusal && reason.trim() === ''}
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          await (isRefusal
            ? api.call('refuseBankAccount', { client_id, version, reason: reason.trim() })
            : api.call('approveBankAccount', { client_id, version }));
          showToast(text.decided);
          onDecided();
        }}
      >
        <div class="grid grid-cols-1 gap-3">
          <p>{isRefusal ? text.refuseBody : text.approveBody}</p>
          {isRefusal && (
            <TextField
              label={text.reason}
              value={reason}
              onInput={setReason}
              input={{ maxLength: 200, autocomplete: 'off' }}
            />
          )}
        </div>
      </ConfirmDialog>
    </li>
  );
}

/** Lists the bank accounts that wait for a review, oldest first. */
export function BankAccountsTab({ text }: { text: Words }) {
  const waiting = usePages('bank-accounts', (page, options) =>
    api.call('listBankAccounts', { status: 'pending', ...page }, options),
  );
  return (
    <Card title={text.title}>
      <p class="-mt-3 mb-2 text-sm text-muted">{text.lead}</p>
      <Listing pages={waiting} lines={6} none={<p class="py-3">{text.none}</p>}>
        {(items) => (
          <ul class="grid grid-cols-1 divide-y divide-line">
            {items.map((account) => (
              <Item key={account.version} text={text} account={account} onDecided={waiting.reload} />
            ))}
          </ul>
        )}
      </Listing>
    </Card>
  );
}
