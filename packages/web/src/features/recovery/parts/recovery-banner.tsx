import { useCommon } from '../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';
import { ButtonLink } from '../../../kit/controls/button.tsx';
import { DateTime } from '../../../kit/controls/date-time.tsx';
import { Notice } from '../../../kit/controls/notice.tsx';
import { recovering } from '../../security/parts/notices/owner-state.ts';

/** Above every signed-in page while somebody recovers this identity: it leads to where a passkey stops it. */
export function RecoveryBanner() {
  const { notices } = useCommon();
  const from = recovering.value;
  if (from === null) return null;
  return (
    <div class="mb-6">
      <Notice
        tone="bad"
        live
        title={notices.recovering}
        action={
          <ButtonLink small href={PAGE_PATHS.recovery}>
            {notices.recoveringMore}
          </ButtonLink>
        }
      >
        {from === 'asked' ? (
          notices.recoveringAsked
        ) : (
          <>
            {notices.recoveringFrom} <DateTime value={from} />
          </>
        )}
      </Notice>
    </div>
  );
}
