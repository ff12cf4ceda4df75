import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Scene } from '../../../../kit/controls/scene.tsx';

/** Shown when the result was delivered but the window did not close. */
export function CloseHint() {
  const common = useCommon();
  return (
    <Scene handle="all_done" title={common.login.closeTitle}>
      {common.login.closeBody}
    </Scene>
  );
}
