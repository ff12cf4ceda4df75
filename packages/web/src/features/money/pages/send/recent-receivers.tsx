import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { SigilPicture } from '../../../../kit/controls/sigil.tsx';
import { Skeleton, useLoad } from '../../../../kit/controls/loading.tsx';
import { deviceStorage } from '../../../../kit/platform/storage.ts';
import { signedInHint } from '../../../../kit/session/session.ts';
import type { Text } from './text.en.ts';

const MAX = 20;

/** Separate for each player, because players may share a device. */
const key = () => `pid:favourites:${signedInHint.value ?? ''}`;

/** The receivers that a player has marked on this device. */
const favourites = {
  read(): readonly string[] {
    try {
      const value: unknown = JSON.parse(deviceStorage.get(key()) ?? '[]');
      return Array.isArray(value) ? value.filter((pid) => /^[a-z0-9_]{3,20}@pid$/u.test(String(pid))) : [];
    } catch {
      return [];
    }
  },
  toggle(pid: string): readonly string[] {
    const known = favourites.read();
    const next = known.includes(pid) ? known.filter((other) => other !== pid) : [pid, ...known].slice(0, MAX);
    deviceStorage.set(key(), JSON.stringify(next));
    return next;
  },
};

const SHOWN = 8;
/** Enough entries to find as many receivers in, on a page that is loading. */
const RECENT_MAX = 30;

async function readReceivers(signal: AbortSignal): Promise<readonly string[]> {
  const { items } = await api.call('getStatement', { direction: 'out', limit: RECENT_MAX }, { signal });
  const receivers = items.flatMap(({ type, counterparty }) =>
    type === 'send' && counterparty?.endsWith('@pid') ? [counterparty] : [],
  );
  return [...new Set(receivers)];
}

/** Offers marked receivers first, then recent ones. One button fills the form, another marks the receiver. */
export function RecentReceivers({ text, onChoose }: { text: Text; onChoose: (handle: string) => void }) {
  const recent = useLoad('receivers', readReceivers);
  const [marked, setMarked] = useState(favourites.read);
  const known = recent.state === 'ready' ? recent.value : [];
  const shown = [...new Set([...marked, ...known])].slice(0, SHOWN);
  // Same height while loading and when empty, so that the form below does not move under the player's touch.
  return (
    <div class="grid gap-2">
      <h2 class="text-sm font-semibold">{text.recent}</h2>
      {shown.length === 0 && (
        <div class="flex min-h-13 items-center text-sm text-muted">
          {recent.state === 'loading' ? <Skeleton class="h-11 w-full" /> : text.nobodyYet}
        </div>
      )}
      <ul class="-mx-1 flex gap-2 overflow-x-auto px-1 pb-1 empty:hidden">
        {shown.map((pid) => {
          const handle = pid.replace(/@pid$/u, '');
          const isMarked = marked.includes(pid);
          return (
            <li key={pid} class="flex shrink-0 overflow-hidden rounded-full border border-edge bg-surface">
              <button
                type="button"
                class="flex min-h-11 items-center gap-2 pl-2 font-semibold hover:bg-brand-soft"
                onClick={() => onChoose(handle)}
              >
                <span class="rounded-full bg-[#08402f] p-1">
                  <SigilPicture handle={handle} class="size-6" />
                </span>
                {handle}
              </button>
              <button
                type="button"
                class="min-h-11 min-w-11 text-lg text-muted hover:bg-brand-soft aria-pressed:text-warn"
                aria-pressed={isMarked}
                aria-label={text.favourite(pid)}
                onClick={() => setMarked(favourites.toggle(pid))}
              >
                {isMarked ? '★' : '☆'}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
