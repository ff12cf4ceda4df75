import { useState } from 'preact/hooks';
import { bankName } from '@pid/contract/banks';
import { api } from '../../../../../kit/api/api.ts';
import type { OwnedApp } from '../../../../../kit/api/shapes.ts';
import { Badge } from '../../../../../kit/controls/badge.tsx';
import { Button } from '../../../../../kit/controls/button.tsx';
import { Card } from '../../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../../kit/controls/item-list.tsx';
import { later } from '../../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../../kit/controls/toast.tsx';
import { Money } from '../../../../../kit/money/money.tsx';
import { owns } from '../../../parts/my-rights.ts';
import type { Escrow } from '../read-escrow.ts';
import type { Bank, BankAccount } from './read-bank.ts';
import { SettlementList } from './settlement-list.tsx';
import type { BankText } from './text.en.ts';

const AccountDialog = later(0, async () => (await import('./account-dialog.tsx')).AccountDialog);
const SettleDialog = later(0, async () => (await import('./settle-dialog.tsx')).SettleDialog);

/** By the server's clock. */
const isWaiting = ({ usableFrom }: BankAccount, now: string) =>
  usableFrom !== null && Date.parse(usableFrom) > Date.parse(now);

function State({ text, account }: { text: BankText; account: BankAccount }) {
  if (account.status === 'pending') return <Badge tone="note">{text.pending}</Badge>;
  if (account.status === 'refused') return <Badge tone="bad">{text.refused}</Badge>;
  return (
    <Badge tone="good" check>
      {text.approved}
    </Badge>
  );
}

function AccountFacts({ text, account, now }: { text: BankText; account: BankAccount; now: string }) {
  return (
    <>
      <Fact label={text.account}>
        <span class="block font-semibold">
          {bankName(account.bankCode)} ···{account.last4}
        </span>
        <span class="block text-sm break-words text-muted">{account.holderName}</span>
      </Fact>
      <Fact label={text.review}>
        <State text={text} account={account} />
      </Fact>
      {account.usableFrom !== null && isWaiting(account, now) && (
        <Fact label={text.usableFrom}>
          <DateTime value={account.usableFrom} />
        </Fact>
      )}
    </>
  );
}

/** Why the owner cannot transfer now; null if it is possible. */
function hintOf(
  text: BankText,
  { app, escrow, account }: { app: OwnedApp; escrow: Escrow; account: BankAccount | null },
): string | null {
  if (!app.verified) return text.hintVerify;
  if (account === null) return text.hintAccount;
  if (account.status === 'pending') return text.hintPending;
  if (account.status === 'refused') return text.hintRefused;
  if (isWaiting(account, escrow.asOf)) return text.hintWait;
  return escrow.available === 0 ? text.hintNothing : null;
}

export interface BankCardProps {
  readonly text: BankText;
  readonly app: OwnedApp;
  readonly escrow: Escrow;
  readonly bank: Bank;
  readonly onChanged: () => void;
}

/** The bank account of the app, and transfers to it. */
export function BankCard({ text, app, escrow, bank, onChanged }: BankCardProps) {
  const [open, setOpen] = useState<'account' | 'settle' | 'remove' | null>(null);
  const { account } = bank;
  const { available } = escrow;
  const hint = hintOf(text, { app, escrow, account });
  const close = () => setOpen(null);
  return (
    <Card title={text.title}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.lead}</p>
      <div class="grid grid-cols-1 gap-5">
        {account?.status === 'refused' && account.reason !== undefined && (
          <Notice tone="warn" title={text.refusedTitle}>
            <p class="break-words">{account.reason}</p>
          </Notice>
        )}
        <Facts>
          <Fact label={text.available}>
            <Money amount={available} class="font-display text-xl" />
          </Fact>
          {account !== null && <AccountFacts text={text} account={account} now={escrow.asOf} />}
        </Facts>
        {hint !== null && <p class="text-sm text-muted">{hint}</p>}
        <p class="flex flex-wrap gap-3">
          {account !== null && (
            <Button look="sun" disabled={hint !== null} onClick={() => setOpen('settle')}>
              {text.settle}
            </Button>
          )}
          {owns(app) && (
            <Button look={account === null ? 'primary' : 'plain'} onClick={() => setOpen('account')}>
              {account === null ? text.set : text.change}
            </Button>
          )}
          {owns(app) && account !== null && (
            <Button look="plain" onClick={() => setOpen('remove')}>
              {text.remove}
            </Button>
          )}
        </p>
        {open === 'account' && (
          <AccountDialog
            text={text}
            clientId={app.client_id}
            account={account}
            onSet={onChanged}
            onClose={close}
          />
        )}
        {open === 'settle' && account !== null && (
          <SettleDialog
            text={text}
            clientId={app.client_id}
            account={account}
            available={available}
            fee={bank.fee}
            onRequested={onChanged}
            onClose={close}
          />
        )}
        <ConfirmDialog
          open={open === 'remove'}
          title={text.removeTitle}
          confirm={text.remove}
          onClose={close}
          onConfirm={async () => {
            await api.call('removeBankAccount', { client_id: app.client_id });
            showToast(text.removed);
            onChanged();
          }}
        >
          <p>{text.removeBody}</p>
        </ConfirmDialog>
        {bank.settlements.length > 0 && (
          <SettlementList text={text} clientId={app.client_id} bank={bank} onChanged={onChanged} />
        )}
      </div>
    </Card>
  );
}
