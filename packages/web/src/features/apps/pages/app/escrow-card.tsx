import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { StatementEntry } from '../../../money/parts/shapes.ts';
import type { RegisteredApp } from '../../parts/shapes.ts';
import { formatPercent } from '../../../../kit/format/percent.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { AmountField } from '../../../money/parts/amount-field.tsx';
import { EntryList } from '../../../money/parts/entry-list.tsx';
import { Money } from '../../../money/parts/money.tsx';
import { carryOutOnce } from '../../../money/parts/once.ts';
import { readAmount, typeAmount } from '../../../money/parts/type-amount.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import type { Text } from './text.en.ts';

export interface Escrow {
  readonly balance: number;
  readonly entries: readonly StatementEntry[];
}

/** Read before the page is shown, for it decides its height. */
export async function readEscrow(clientId: string, signal: AbortSignal): Promise<Escrow> {
  const [{ balance }, { items }] = await Promise.all([
    api.call('getAppBalance', { client_id: clientId }, { signal }),
    api.call('getAppStatement', { client_id: clientId, limit: 5 }, { signal }),
  ]);
  return { balance, entries: items };
}

interface PayOutProps {
  readonly text: Text;
  readonly app: RegisteredApp;
  readonly balance: number;
  readonly onPaid: () => void;
}

function PayOut({ text, app, balance, onPaid }: PayOutProps) {
  const [asking, setAsking] = useState(false);
  const [amount, setAmount] = useState('');
  const rupiah = readAmount(amount);
  const flawed = rupiah === null || rupiah > balance;
  const open = () => {
    const all = String(balance);
    setAmount(typeAmount(all, all.length).text);
    setAsking(true);
  };
  const payOut = async () => {
    if (rupiah === null) return;
    // With what lay there before: once that has changed, an equal payout is a new one.
    await carryOutOnce(`payout:${app.client_id}`, { amount: rupiah, balance }, (idempotencyKey) =>
      api.call('payOutApp', { client_id: app.client_id, amount: rupiah }, { idempotencyKey }),
    );
    showToast(text.paidOut(formatRupiah(BigInt(rupiah))));
    onPaid();
  };
  return (
    <>
      <p>
        <Button look="sun" disabled={balance === 0} onClick={open}>
          {text.payOut}
        </Button>
      </p>
      <ConfirmDialog
        open={asking}
        title={text.payOutTitle}
        confirm={text.payOut}
        look="primary"
        disabled={flawed}
        onClose={() => setAsking(false)}
        onConfirm={payOut}
      >
        <p>{text.payOutBody}</p>
        <AmountField
          name="payout"
          label={text.payOutAmount}
          hint={text.payOutHint(formatRupiah(BigInt(balance)))}
          error={flawed ? text.payOutFlaw(formatRupiah(BigInt(balance))) : undefined}
          value={amount}
          onInput={setAmount}
        />
      </ConfirmDialog>
    </>
  );
}

function feeOf({ feeBps, feeFlat }: RegisteredApp, text: Text): string {
  const parts = [
    ...(feeBps > 0 ? [`${formatPercent(feeBps, locale.value)}%`] : []),
    ...(feeFlat > 0 ? [formatRupiah(BigInt(feeFlat))] : []),
  ];
  return parts.length > 0 ? parts.join(' + ') : text.feeNone;
}

/** What the app has earned and its owner has not taken yet. */
export function EscrowCard(props: { text: Text; app: RegisteredApp; escrow: Escrow; onPaid: () => void }) {
  const { text, app, escrow, onPaid } = props;
  return (
    <Card title={text.escrowTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.escrowBody}</p>
      <div class="grid grid-cols-1 gap-5">
        <Facts>
          <Fact label={text.escrow}>
            <Money amount={escrow.balance} class="font-display text-xl" />
          </Fact>
          <Fact label={text.yourFee}>{feeOf(app, text)}</Fact>
          <Fact label={text.ourFee}>{app.verified ? text.ourFeeNone : text.ourFeeRule}</Fact>
        </Facts>
        <PayOut text={text} app={app} balance={escrow.balance} onPaid={onPaid} />
        {escrow.entries.length > 0 && (
          <EntryList text={text.money} label={text.escrowEntries} entries={escrow.entries} />
        )}
      </div>
    </Card>
  );
}
