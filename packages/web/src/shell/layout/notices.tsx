import { useRef, useEffect, useState } from 'preact/hooks';
import { useCommon } from '../../kit/i18n/locale.ts';
import { hasChain } from '../../kit/navigation/has-chain.ts';
import { PAGE_PATHS } from '../../kit/navigation/page-paths.ts';
import { BellIcon } from '../../kit/controls/icons.tsx';
import { usePoll } from '../../kit/controls/use-poll.ts';
import {
  readOwnerState,
  unread,
  frozenUntil,
  recovering,
} from '../../features/security/parts/notices/owner-state.ts';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { DateTime } from '../../kit/controls/date-time.tsx';
import { Notice } from '../../kit/controls/notice.tsx';
import { showToast } from '../../kit/controls/toast.tsx';
import { isBegunHere } from '../../features/recovery/parts/begun-here.ts';

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

/** Shown above every signed-in page during a freeze. */
export function FreezeBanner() {
  const common = useCommon();
  const until = frozenUntil.value;
  if (until === null) return null;
  return (
    <div class="mb-6">
      <Notice
        tone="warn"
        live
        title={common.notices.frozen}
        action={
          <ButtonLink look="plain" small href={PAGE_PATHS.freeze}>
            {common.notices.frozenMore}
          </ButtonLink>
        }
      >
        {common.notices.frozenUntil} <DateTime value={new Date(until * 1000).toISOString()} />
      </Notice>
    </div>
  );
}

export function OfflineNotice() {
  const common = useCommon();
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const lost = () => setOnline(false);
    const regained = () => {
      setOnline(true);
      showToast(common.backOnline);
    };
    window.addEventListener('offline', lost);
    window.addEventListener('online', regained);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', regained);
    };
  }, [common]);
  return (
    // Between the name and the bell, so that it covers no control, and stays in sight while scrolling.
    <div role="status" class="pointer-events-none fixed inset-x-0 top-5 z-20 flex justify-center">
      {!online && (
        <p
          class="rounded-full border border-line bg-warn-soft px-3 py-1 text-sm font-semibold text-warn"
          title={common.offline}
        >
          {common.offlineShort}
          <span class="sr-only">. {common.offline}</span>
        </p>
      )}
    </div>
  );
}

/**
 * Shown above every signed-in page during a recovery of this identity. It links to the page where a passkey
 * can stop it.
 */
export function RecoveryBanner() {
  const { notices } = useCommon();
  const from = recovering.value;
  if (from === null) return null;
  const isOwn = isBegunHere(from.id);
  return (
    <div class="mb-6">
      <Notice
        tone={isOwn ? 'warn' : 'bad'}
        live
        title={isOwn ? notices.recoveringOwn : notices.recovering}
        action={
          <ButtonLink small href={PAGE_PATHS.recovery}>
            {notices.recoveringMore}
          </ButtonLink>
        }
      >
        {from.readyAt === null ? (
          isOwn ? (
            notices.recoveringOwnAsked
          ) : (
            notices.recoveringAsked
          )
        ) : (
          <>
            {isOwn ? notices.recoveringOwnFrom : notices.recoveringFrom} <DateTime value={from.readyAt} />
          </>
        )}
      </Notice>
    </div>
  );
}
