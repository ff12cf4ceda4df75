import { render } from 'preact';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { loadText } from '../../../../kit/i18n/locale.ts';
import { systemClock } from '../../../../kit/platform/clock.ts';
import { watchSignals } from '../../../../kit/platform/signal.ts';
import { unread } from '../notices/owner-state.ts';
import { keepChoice, readChoice, readPush, renewPush, turnOn } from './push-device.ts';
import type { PushText } from './text.en.ts';

const RECENT_MILLISECONDS = 86_400_000;
const LOOKED_AT = 10;

/** Whether money came in or was paid within the last day, so that the player knows what they would be told of. */
async function hasMovedMoney(): Promise<boolean> {
  const options = { session: 'optional' } as const;
  const [notices, payments] = await Promise.all([
    api.call('listNotices', { limit: LOOKED_AT }, options),
    api.call('listOwnPayments', { limit: 1 }, options),
  ]);
  const since = systemClock.now() - RECENT_MILLISECONDS;
  const incoming = notices.items.some(
    ({ type, at }) => ['money.received', 'money.topped_up'].includes(type) && Date.parse(at) > since,
  );
  return (
    incoming ||
    payments.items.some(
      ({ status, createdAt }) => ['paid', 'held'].includes(status) && Date.parse(createdAt) > since,
    )
  );
}

function Offer({ text, publicKey, onEnd }: { text: PushText; publicKey: string; onEnd: () => void }) {
  const accept = useAction(async () => {
    try {
      if (await turnOn(publicKey, true)) showToast(text.turnedOn);
      else keepChoice('later');
    } catch {
      keepChoice('later');
      showToast(text.failed, 'warn');
    }
    onEnd();
  });
  return (
    <section
      aria-label={text.offerTitle}
      class="panel fixed inset-x-4 bottom-20 z-20 mx-auto grid max-w-md animate-rise gap-3 p-4 shadow-lg print:hidden lg:bottom-6"
    >
      <div role="status">
        <p class="font-semibold">{text.offerTitle}</p>
        <p class="text-sm text-muted">{text.offerBody}</p>
      </div>
      <p class="flex flex-wrap gap-3">
        <Button small busy={accept.busy} onClick={() => accept.run()}>
          {text.offerYes}
        </Button>
        <Button
          small
          look="plain"
          onClick={() => {
            keepChoice('later');
            onEnd();
          }}
        >
          {text.offerNo}
        </Button>
      </p>
    </section>
  );
}

async function offer(): Promise<boolean> {
  if (readChoice() !== null || Notification.permission !== 'default' || !(await hasMovedMoney()))
    return false;
  const { state, publicKey } = await readPush();
  if (state !== 'off' || publicKey === null) return false;
  const text = await loadText<PushText>(import.meta.glob('./text.*.ts'));
  const place = document.createElement('div');
  document.body.append(place);
  const end = () => {
    render(null, place);
    place.remove();
  };
  render(<Offer text={text} publicKey={publicKey} onEnd={end} />, place);
  return true;
}

/** Runs once per page load, some seconds after the page is usable. The offer also follows later notices. */
export async function startPush(): Promise<void> {
  await renewPush();
  let isLooking = false;
  let seen: number | null = null;
  const look = () => {
    if (isLooking || seen === unread.value) return;
    seen = unread.value;
    isLooking = true;
    offer()
      .then((isShown) => isShown && stop())
      .catch(() => undefined)
      .finally(() => (isLooking = false));
  };
  const stop = watchSignals(look);
  look();
}
