import { useState } from 'preact/hooks';
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
import { formatPercent } from '../../../../kit/format/percent.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import type { Text } from './text.en.ts';

type Words = Text['verifications'];
type Waiting = Reply<'listVerifications'>['items'][number];

function Addresses({ list }: { list: readonly string[] }) {
  return (
    <ul class="grid gap-1 text-sm">
      {list.length === 0 && <li>–</li>}
      {list.map((address) => (
        <li key={address}>
          <code class="break-all">{address}</code>
        </li>
      ))}
    </ul>
  );
}

function Item({ text, app, onDecided }: { text: Words; app: Waiting; onDecided: () => void }) {
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null);
  const [reason, setReason] = useState('');
  const { client_id } = app;
  return (
    <li class="grid grid-cols-1 gap-4 py-5">
      <h3 class="font-semibold break-words">{app.name}</h3>
      <p class="break-words whitespace-pre-wrap">{app.about}</p>
      <Facts>
        <Fact label={text.owner}>
          <span class="break-all">{app.owner}</span>
        </Fact>
        <Fact label={text.asked}>
          <DateTime value={app.askedAt} />
        </Fact>
        <Fact label={text.origins}>
          <Addresses list={app.origins} />
        </Fact>
        <Fact label={text.redirects}>
          <Addresses list={app.redirectUris} />
        </Fact>
        <Fact label={text.fee}>
          {app.feeBps === 0 && app.feeFlat === 0
            ? text.no
            : `${formatPercent(app.feeBps, locale.value)}% + ${formatRupiah(BigInt(app.feeFlat))}`}
        </Fact>
        <Fact label={text.devices}>{app.deviceFlow ? text.yes : text.no}</Fact>
      </Facts>
      <div class="flex flex-wrap gap-3">
        <Button small label={`${text.approve}: ${app.name}`} onClick={() => setAsking('approve')}>
          {text.approve}
        </Button>
        <Button look="plain" small label={`${text.refuse}: ${app.name}`} onClick={() => setAsking('refuse')}>
          {text.refuse}
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={asking === 'refuse' ? text.refuseTitle(app.name) : text.approveTitle(app.name)}
        confirm={asking === 'refuse' ? text.refuse : text.approve}
        look={asking === 'refuse' ? 'danger' : 'primary'}
        disabled={asking === 'refuse' && reason.trim() === ''}
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          await (asking === 'refuse'
            ? api.call('refuseVerification', { client_id, reason: reason.trim() })
            : api.call('approveVerification', { client_id, version: app.version }));
          showToast(text.decided);
          onDecided();
        }}
      >
        <div class="grid grid-cols-1 gap-3">
          <p>{asking === 'refuse' ? text.refuseBody : text.approveBody}</p>
          {asking === 'refuse' && (
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

/** Lists the apps whose owners have requested verification, oldest request first. */
export function VerificationsTab({ text }: { text: Words }) {
  const waiting = usePages('verifications', (page, options) => api.call('listVerifications', page, options));
  return (
    <Card title={text.title}>
      <p class="-mt-3 mb-2 text-sm text-muted">{text.lead}</p>
      <Listing pages={waiting} lines={6} none={<p class="py-3">{text.none}</p>}>
        {(items) => (
          <ul class="grid grid-cols-1 divide-y divide-line">
            {items.map((app) => (
              <Item
                key={`${app.client_id} ${app.version}`}
                text={text}
                app={app}
                onDecided={waiting.reload}
              />
            ))}
          </ul>
        )}
      </Listing>
    </Card>
  );
}
