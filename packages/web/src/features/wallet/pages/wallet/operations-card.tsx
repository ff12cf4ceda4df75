import { api } from '../../../../kit/api/api.ts';
import { Sol } from '../../../../kit/money/money.tsx';
import { Badge } from '../../../../kit/controls/badge.tsx';
import type { BadgeTone } from '../../../../kit/controls/badge.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { formatLamports } from '../../../../kit/format/lamports.ts';
import { formatNumberOfRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import type { Operation } from '../../../../kit/api/shapes.ts';
import { shorten } from './read-wallet.ts';
import type { Text } from './text.en.ts';

const TONES: Record<Operation['state'], BadgeTone> = {
  prepared: 'note',
  confirmed: 'good',
  finalized: 'good',
  failed: 'bad',
  expired: 'plain',
  superseded: 'plain',
};

function Fees({ text, operation }: { text: Text['operations']; operation: Operation }) {
  const fees = BigInt(operation.networkFeeLamports) + BigInt(operation.protocolFeeLamports);
  const rent = BigInt(operation.rentLamports ?? 0);
  if (operation.price !== undefined) {
    const hasReturned = ['failed', 'expired', 'superseded'].includes(operation.state);
    const amount = formatNumberOfRupiah(operation.price);
    return <>{hasReturned ? text.returned(amount) : text.byPlayer(amount)}</>;
  }
  if (fees === 0n) return <>{text.byPid}</>;
  return (
    <>
      <Sol value={fees} />
      {rent > 0n && (
        <span class="block text-xs text-muted">{text.rent(formatLamports(rent, locale.value))}</span>
      )}
    </>
  );
}

export function OperationsCard({ text }: { text: Text['operations'] }) {
  const operations = usePages('operations', (page, options) => api.call('listOperations', page, options), 10);
  return (
    <Card title={text.title}>
      <div class="grid grid-cols-1 gap-4">
        <Listing pages={operations} lines={4} none={<p class="text-sm text-muted">{text.empty}</p>}>
          {(rows) => (
            <DataTable
              caption={text.title}
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                { label: text.columns.what, render: ({ kind }) => text.kinds[kind] },
                { label: text.columns.when, render: ({ createdAt }) => <DateTime value={createdAt} /> },
                {
                  label: text.columns.state,
                  render: ({ state }) => <Badge tone={TONES[state]}>{text.states[state]}</Badge>,
                },
                {
                  label: text.columns.signature,
                  render: ({ signature }) => (
                    <span class="-my-2 inline-flex items-center">
                      <code class="text-xs">{shorten(signature)}</code>
                      <CopyButton value={signature} label={text.copySignature} look="quiet" />
                    </span>
                  ),
                },
                {
                  label: text.columns.fees,
                  align: 'end',
                  render: (operation) => <Fees text={text} operation={operation} />,
                },
              ]}
            />
          )}
        </Listing>
      </div>
    </Card>
  );
}
