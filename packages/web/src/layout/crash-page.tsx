import { useCommon } from '../i18n/locale.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Scene } from '../ui/scene.tsx';

/** `stale`: the page's files are gone because a newer version was deployed, or could not be fetched. */
export function CrashPage({ stale }: { stale: boolean }) {
  const common = useCommon();
  return (
    <Scene
      handle="glitch"
      title={common.crash.title}
      actions={
        <>
          <Button onClick={() => location.reload()}>{common.reload}</Button>
          <ButtonLink look="plain" href="/">
            {common.crash.home}
          </ButtonLink>
        </>
      }
    >
      {stale ? common.crash.stale : common.crash.body}
    </Scene>
  );
}
