import { useRef } from 'preact/hooks';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { hasChain } from '../../../../kit/navigation/has-chain.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { BellIcon } from '../../../../kit/controls/icons.tsx';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import { readOwnerState, unread } from './owner-state.ts';

const EVERY_MILLISECONDS = 60_000;
const SHOWN_MAX = 99;

/** Shown on every signed-in page. The link's accessible name contains the count. */
export function Bell({ page }: { page: string }) {
  const common = useCommon();
  const askedOn = useRef('');
  const read = (signal: AbortSignal) => {
    // The home page reads recoveries itself when it opens and updates this state.
    const isTold = page === 'home' && askedOn.current !== page;
    askedOn.current = page;
    return readOwnerState(signal, hasChain && !isTold);
  };
  usePoll(`owner:${page}`, read, { everyMilliseconds: EVERY_MILLISECONDS });
  const count = unread.value;
  return (
    <a
      href={PAGE_PATHS.notices}
      aria-current={page === 'notices' ? 'page' : undefined}
      aria-label={common.notices.bell(count)}
      class="relative grid size-11 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-[current]:text-brand"
    >
      <BellIcon class="size-6" />
      {count > 0 && (
        <span
          aria-hidden="true"
          class="absolute top-0.5 right-0 min-w-5 rounded-full bg-bad px-1 text-center text-xs leading-5 font-bold text-surface"
        >
          {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      )}
    </a>
  );
}
