import { useCommon } from '../../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { frozenUntil } from './owner-state.ts';

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
