import { api } from '../../../../kit/api/api.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { SelectField } from '../../../../kit/controls/inputs.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { PAYMENT_STATUSES } from '../../parts/payment-status.tsx';
import type { ChargingApp, PlayerPayment } from '../../../../kit/api/shapes.ts';
import { PaymentRow } from './payment-row.tsx';
import type { Text } from './text.en.ts';

interface Wanted {
  readonly clientId?: string;
  readonly status?: PlayerPayment['status'];
}

const pathOf = (wanted: Wanted) => {
  const search = new URLSearchParams({ ...wanted }).toString();
  return search === '' ? PAGE_PATHS.payments : `${PAGE_PATHS.payments}?${search}`;
};
const show = (wanted: Wanted) => void navigate(pathOf(wanted), { replace: true, keepFocus: true });

function AppRow({ text, app }: { text: Text; app: ChargingApp }) {
  const notes = [
    text.count(app.payments),
    ...(app.held > 0 ? [text.held(formatRupiah(BigInt(app.held)))] : []),
    ...(app.refunded > 0 ? [text.refunded(formatRupiah(BigInt(app.refunded)))] : []),
  ];
  return (
    <li>
      <a
        class="flex items-center gap-3 rounded-md px-2 py-3 hover:bg-sunken"
        href={pathOf({ clientId: app.clientId })}
      >
        <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-10" />
        <span class="min-w-0 flex-1">
          <span class="block font-semibold break-words">{app.name}</span>
          <span class="block text-sm text-muted">{notes.join(' · ')}</span>
        </span>
        <Money amount={app.paid} class="shrink-0 font-semibold" />
      </a>
    </li>
  );
}

function ByApp({ text, apps }: { text: Text; apps: readonly ChargingApp[] }) {
  return (
    <Card title={text.byApp}>
      <ul class="-mx-2 divide-y divide-line">
        {apps.map((app) => (
          <AppRow key={app.clientId} text={text} app={app} />
        ))}
      </ul>
    </Card>
  );
}

function PaymentList({ text, wanted, apps }: { text: Text; wanted: Wanted; apps: readonly ChargingApp[] }) {
  const pages = usePages(JSON.stringify(wanted), (page, options) =>
    api.call('listOwnPayments', { ...wanted, ...page }, options),
  );
  const statuses = PAYMENT_STATUSES.filter((status) => ['held', 'paid', 'refunded', 'void'].includes(status));
  const { clientId = '', status = '' } = wanted;
  const change = (next: { clientId: string; status: string }) =>
    show(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')));
  return (
    <Card title={text.payments}>
      <div class="mb-2 grid gap-x-4 sm:grid-cols-2">
        <SelectField
          label={text.onlyApp}
          value={clientId}
          options={[
            { value: '', label: text.everyApp },
            ...apps.map((app) => ({ value: app.clientId, label: app.name })),
          ]}
          onChange={(value) => change({ clientId: value, status })}
        />
        <SelectField
          label={text.payment.status}
          value={status}
          options={[
            { value: '', label: text.payment.all },
            ...statuses.map((value) => ({ value, label: text.payment.statuses[value] })),
          ]}
          onChange={(value) => change({ clientId, status: value })}
        />
      </div>
      <Listing pages={pages} lines={8} none={<EmptyState title={text.noneTitle}>{text.noneBody}</EmptyState>}>
        {(items) => (
          <ul class="-mx-2 grid grid-cols-1 divide-y divide-line">
            {items.map((payment) => (
              <PaymentRow key={payment.id} text={text} payment={payment} />
            ))}
          </ul>
        )}
      </Listing>
    </Card>
  );
}

export function Page({ text, query }: PageProps<Text>) {
  const apps = useLoad('apps', (signal) => api.call('listChargingApps', {}, { signal }));
  const clientId = query.get('clientId');
  const status = PAYMENT_STATUSES.find((known) => known === query.get('status'));
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <WhenLoaded loaded={apps} waiting={8}>
        {({ items }) => (
          <>
            {items.length > 0 && <ByApp text={text} apps={items} />}
            <PaymentList
              text={text}
              apps={items}
              wanted={{ ...(clientId === null ? {} : { clientId }), ...(status ? { status } : {}) }}
            />
          </>
        )}
      </WhenLoaded>
    </div>
  );
}
