import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { Device } from '../../../../kit/api/shapes.ts';
import { deviceName } from '../../../../kit/format/device-name.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { DeviceIcon } from '../../../../kit/controls/icons.tsx';
import { Item, ItemList } from '../../../../kit/controls/item-list.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { DevicesText as Text } from './devices.en.ts';

function DeviceRow({ text, device, onEnded }: { text: Text; device: Device; onEnded: () => void }) {
  const common = useCommon();
  const name = deviceName(device.userAgent, common.unknownDevice);
  const end = useAction(async () => {
    await api.call('endSession', { id: device.id });
    showToast(text.devices.ended);
    onEnded();
  });
  return (
    <>
      <Item
        icon={<DeviceIcon />}
        title={name}
        detail={
          <>
            <span class="block">
              {text.devices.since} <DateTime value={device.createdAt} />
            </span>
            {text.devices.lastSeen} <DateTime value={device.lastSeenAt} />
          </>
        }
        aside={
          device.current ? (
            <Badge tone="good">{text.devices.current}</Badge>
          ) : (
            <Button
              look="plain"
              small
              label={`${text.devices.end}: ${name}`}
              busy={end.busy}
              onClick={() => end.run()}
            >
              {text.devices.end}
            </Button>
          )
        }
      />
      {end.error !== null && (
        <li class="py-3">
          <ErrorNotice error={end.error} />
        </li>
      )}
    </>
  );
}

export function DevicesTab({ text }: { text: Text }) {
  const devices = usePages('devices', (page, options) => api.call('listSessions', page, options));
  const [asking, setAsking] = useState(false);
  const hasOthers = devices.items.some(({ current }) => !current);
  return (
    <Card title={text.devices.title}>
      <div class="grid grid-cols-1 gap-5">
        <p class="-mt-3 text-sm text-muted">{text.devices.lead}</p>
        <Listing pages={devices} lines={4}>
          {(items) => (
            <ItemList>
              {items.map((device) => (
                <DeviceRow key={device.id} text={text} device={device} onEnded={devices.reload} />
              ))}
            </ItemList>
          )}
        </Listing>
        <p>
          <a class="text-link inline-flex min-h-11 items-center" href={PAGE_PATHS.freeze}>
            {text.devices.freeze}
          </a>
        </p>
        {hasOthers && (
          <p>
            <Button look="plain" onClick={() => setAsking(true)}>
              {text.devices.endOthers}
            </Button>
          </p>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title={text.devices.endOthersTitle}
        confirm={text.devices.endOthers}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.call('endOtherSessions');
          showToast(text.devices.othersEnded);
          devices.reload();
        }}
      >
        <p>{text.devices.endOthersBody}</p>
      </ConfirmDialog>
    </Card>
  );
}
