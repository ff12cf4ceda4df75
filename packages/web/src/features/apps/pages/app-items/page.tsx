import { useState } from 'preact/hooks';
import { nameItem } from '@pid/contract/name-goods';
import { api } from '../../../../kit/api/api.ts';
import type { CatalogueItem } from '../../../../kit/api/shapes.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { later, useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { mayDevelop } from '../../parts/my-rights.ts';
import { NoApp, isNoApp } from '../../parts/no-app.tsx';
import type { Text } from './text.en.ts';

/** Loaded when the owner adds or changes an item. */
const ItemDialog = later(0, async () => (await import('./item-dialog.tsx')).ItemDialog);

interface RowProps {
  readonly text: Text;
  readonly item: CatalogueItem;
  readonly mayChange: boolean;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function Row({ text, item, mayChange, onChange, onRemove }: RowProps) {
  const name = nameItem(item.names, locale.value);
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <AppLogo name={name} logoUrl={item.imageUrl} />
      <div class="min-w-36 flex-1">
        <h3 class="font-sans font-semibold break-words">{name}</h3>
        <p class="text-sm break-all text-muted">
          <code>{item.sku}</code>
        </p>
        <Money amount={item.price} class="font-semibold" />
      </div>
      {mayChange && (
        <div class="flex gap-2">
          <Button look="plain" small label={text.changeOf(name)} onClick={onChange}>
            {text.change}
          </Button>
          <Button look="plain" small label={text.removeOf(name)} onClick={onRemove}>
            {text.remove}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The catalogue of an app, for its owner and members. */
export function Page({ text, params }: PageProps<Text>) {
  const clientId = params['clientId'] ?? '';
  const [round, setRound] = useState(0);
  const [edited, setEdited] = useState<CatalogueItem | 'new' | null>(null);
  const [removed, setRemoved] = useState<CatalogueItem | null>(null);
  const app = useLoad(clientId, (signal) => api.call('getApp', { client_id: clientId }, { signal }));
  const pages = usePages(`${clientId} ${round}`, (page, options) =>
    api.call('listItems', { client_id: clientId, ...page }, options),
  );
  if (isNoApp(app)) return <NoApp text={text.noApp} />;
  const refresh = (message: string) => {
    showToast(message);
    setRound(round + 1);
  };
  const add = <Button onClick={() => setEdited('new')}>{text.add}</Button>;
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={app.state === 'ready' ? text.lead(app.value.name) : undefined}>{text.title}</PageTitle>
      <WhenLoaded loaded={app} waiting={8}>
        {(ready) => (
          <>
            <p>
              <ButtonLink
                look="plain"
                href={PAGE_PATHS.appPayments.replace(':clientId', encodeURIComponent(clientId))}
              >
                {text.payments}
              </ButtonLink>
            </p>
            <Card title={text.list} action={mayDevelop(ready) && add}>
              <Listing
                pages={pages}
                lines={4}
                none={<EmptyState title={text.noneTitle}>{text.noneBody}</EmptyState>}
              >
                {(items) => (
                  <ul class="divide-y divide-line">
                    {items.map((item) => (
                      <Row
                        key={item.sku}
                        text={text}
                        item={item}
                        mayChange={mayDevelop(ready)}
                        onChange={() => setEdited(item)}
                        onRemove={() => setRemoved(item)}
                      />
                    ))}
                  </ul>
                )}
              </Listing>
            </Card>
          </>
        )}
      </WhenLoaded>
      {edited !== null && (
        <ItemDialog
          text={text}
          clientId={clientId}
          item={edited === 'new' ? null : edited}
          onSaved={() => refresh(text.saved)}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={removed !== null}
        title={text.removeTitle(removed ? nameItem(removed.names, locale.value) : '')}
        confirm={text.remove}
        onClose={() => setRemoved(null)}
        onConfirm={async () => {
          await api.call('removeItem', { client_id: clientId, sku: removed!.sku });
          refresh(text.removed);
        }}
      >
        <p>{text.removeBody}</p>
      </ConfirmDialog>
    </div>
  );
}
