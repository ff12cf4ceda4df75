import { Button } from '../../../kit/controls/button.tsx';
import { showToast } from '../../../kit/controls/toast.tsx';
import { useCommon } from '../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';

export interface ShareCardText {
  readonly shareCard: string;
  readonly shareCardFailed: string;
}

/** Shares the card as a picture, or saves it if the device cannot share files. */
export function ShareCard({ text, handle }: { text: ShareCardText; handle: string }) {
  const common = useCommon();
  const share = async () => {
    try {
      const [{ drawCard }, { shareOrSave }] = await Promise.all([
        import('./draw-card.ts'),
        import('../../../kit/platform/share.ts'),
      ]);
      const path = PAGE_PATHS.person.replace(':handle', encodeURIComponent(handle));
      const address = `${location.host}${path}`;
      await shareOrSave(await drawCard({ handle, kind: common.card.kind, address }));
    } catch {
      showToast(text.shareCardFailed, 'warn');
    }
  };
  return (
    <Button look="plain" onClick={share}>
      {text.shareCard}
    </Button>
  );
}
