import { useEffect, useState } from 'preact/hooks';
import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { formatPercent } from '../../../../kit/format/percent.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { EntryList } from '../../../money/parts/entry-list.tsx';
import { Money } from '../../../../kit/money/money.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import { mayHandleMoney } from '../../parts/my-rights.ts';
import type { Escrow } from './read-escrow.ts';
import type { Text } from './text.en.ts';

const DepositDialog = later(0, async () => (await import('./deposit-dialog.tsx')).DepositDialog);
const PayOutDialog = later(0, async () => (await import('./pay-out-dialog.tsx')).PayOutDialog);

function feeOf({ feeBps, feeFlat }: OwnedApp, text: Text): string {
  const parts = [
    ...(feeBps > 0 ? [`${formatPercent(feeBps, locale.value)}%`] : []),
    ...(feeFlat > 0 ? [formatRupiah(BigInt(feeFlat))] : []),
  ];
  return parts.length > 0 ? parts.join(' + ') : text.feeNone;
}

interface EscrowCardProps {
  readonly text: Text;
  readonly app: OwnedApp;
  readonly escrow: Escrow;
  /** Opens the dialog for a deposit of this amount. */
  readonly wanted: string | null;
  readonly onMoved: () => void;
}

/** Shows the money of the app, which its owner and finance can pay out or add to. */
export function EscrowCard({ text, app, escrow, wanted, onMoved }: EscrowCardProps) {
  const [payingOut, setPayingOut] = useState(false);
  const [depositing, setDepositing] = useState(wanted !== null && mayHandleMoney(app));
  // Otherwise a reload after the deposit would open the dialog again.
  useEffect(() => {
    if (wanted !== null) history.replaceState(history.state, '', location.pathname);
  }, [wanted]);
  return (
    <Card title={text.escrowTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.escrowBody}</p>
      <div class="grid grid-cols-1 gap-5">
        <Facts>
          <Fact label={text.escrow}>
            <Money amount={escrow.balance} class="font-display text-xl" />
          </Fact>
          <Fact label={text.yourFee}>{feeOf(app, text)}</Fact>
          <Fact label={text.ourFee}>
            {app.verified
              ? text.ourFeeNone
              : text.ourFeeRule(
                  formatPercent(escrow.serviceFee.bps, locale.value),
                  formatRupiah(BigInt(escrow.serviceFee.minimum)),
                )}
          </Fact>
        </Facts>
        <p class="flex flex-wrap gap-3">
          {mayHandleMoney(app) && (
            <>
              <Button look="sun" disabled={escrow.balance === 0} onClick={() => setPayingOut(true)}>
                {text.payOut}
              </Button>
              <Button look="plain" onClick={() => setDepositing(true)}>
                {text.deposit}
              </Button>
            </>
          )}
          <ButtonLink look="plain" href={PAGE_PATHS.appPayments.replace(':clientId', app.client_id)}>
            {text.payments}
          </ButtonLink>
          <ButtonLink look="plain" href={PAGE_PATHS.appMembers.replace(':clientId', app.client_id)}>
            {text.team}
          </ButtonLink>
        </p>
        {payingOut && (
          <PayOutDialog
            text={text}
            app={app}
            balance={escrow.balance}
            lastEntry={escrow.entries[0]?.id ?? null}
            onPaid={onMoved}
            onClose={() => setPayingOut(false)}
          />
        )}
        {depositing && (
          <DepositDialog
            text={text}
            app={app}
            balance={escrow.balance}
            lastEntry={escrow.entries[0]?.id ?? null}
            wanted={wanted ?? ''}
            onDeposited={onMoved}
            onClose={() => setDepositing(false)}
          />
        )}
        {escrow.entries.length > 0 && (
          <EntryList text={text.money} label={text.escrowEntries} entries={escrow.entries} />
        )}
      </div>
    </Card>
  );
}
