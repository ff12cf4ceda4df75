import { useCommon } from '../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';
import { ButtonLink } from '../../../kit/controls/button.tsx';
import { DateTime } from '../../../kit/controls/date-time.tsx';
import { Notice } from '../../../kit/controls/notice.tsx';
import { isBegunHere } from './begun-here.ts';
import { recovering } from '../../security/parts/notices/owner-state.ts';

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
