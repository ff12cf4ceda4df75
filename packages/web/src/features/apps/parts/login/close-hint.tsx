import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Scene } from '../../../../kit/controls/scene.tsx';

/** Shown when the answer was delivered and the window did not close by itself. */
export function CloseHint() {
  const common = useCommon();
  return (
    <Scene handle="all_done" title={common.login.closeTitle}>
      {common.login.closeBody}
    </Scene>
  );
}
