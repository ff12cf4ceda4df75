import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { readAmount, tidyAmount } from '../../../../kit/money/read-amount.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { carryOutOnce } from '../../../money/parts/once.ts';
import type { Text } from './text.en.ts';

interface DepositProps {
  readonly text: Text;
  readonly app: OwnedApp;
  /** The balance of the escrow. */
  readonly balance: number;
  /** The id of the newest entry of the escrow; null if it has none. */
  readonly lastEntry: string | null;
  /** The amount to start with. */
  readonly wanted: string;
  readonly onDeposited: () => void;
  readonly onClose: () => void;
}

const rupiahOf = (amount: number) => formatRupiah(BigInt(amount));

/** Moves money from the owner's balance to the app, for example because a refund needs more than it has. */
export function DepositDialog({ text, app, balance, lastEntry, wanted, onDeposited, onClose }: DepositProps) {
  const [amount, setAmount] = useState(() => tidyAmount(wanted));
  const own = useLoad('balance', (signal) => api.call('getBalance', {}, { signal }));
  const most = own.state === 'ready' ? own.value.balance : 0;
  const rupiah = readAmount(amount);
  const flawed = rupiah === null || rupiah > most;
  const deposit = async () => {
    if (rupiah === null) return;
    // The key includes the last entry: after any other movement, an equal deposit is a new one.
    await carryOutOnce(`deposit:${app.client_id}`, { amount: rupiah, lastEntry }, (idempotencyKey) =>
      api.call('depositToApp', { client_id: app.client_id, amount: rupiah }, { idempotencyKey }),
    );
    showToast(text.deposited(rupiahOf(rupiah)));
    onDeposited();
  };
  const change = (before: number, by: number) =>
    flawed ? rupiahOf(before) : text.change(rupiahOf(before), rupiahOf(before + by));
  return (
    <ConfirmDialog
      open
      title={text.depositTitle}
      confirm={text.deposit}
      look="primary"
      disabled={flawed}
      onClose={onClose}
      onConfirm={deposit}
    >
      <p>{text.depositBody}</p>
      <WhenLoaded loaded={own} waiting={4}>
        {() => (
          <>
            <AmountField
              name="deposit"
              label={text.payOutAmount}
              hint={text.payOutHint(rupiahOf(most))}
              error={flawed && amount !== '' ? text.depositFlaw(rupiahOf(most)) : undefined}
              value={amount}
              onInput={setAmount}
            />
            <Facts>
              <Fact label={text.yourBalance}>{change(most, -(rupiah ?? 0))}</Fact>
              <Fact label={text.escrow}>{change(balance, rupiah ?? 0)}</Fact>
            </Facts>
            {rupiah !== null && rupiah > most && (
              <p>
                <a class="text-link inline-flex min-h-11 items-center" href={PAGE_PATHS.topUp}>
                  {text.money.topUp}
                </a>
              </p>
            )}
          </>
        )}
      </WhenLoaded>
    </ConfirmDialog>
  );
}
