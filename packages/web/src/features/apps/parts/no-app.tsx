import { Refusal } from '@pid/contract/client';
import { ButtonLink } from '../../../kit/controls/button.tsx';
import type { Loaded } from '../../../kit/controls/loading.tsx';
import { Scene } from '../../../kit/controls/scene.tsx';
import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';

/** Instead of the page of an app that does not exist for this player. */
export function NoApp({ text }: { text: { title: string; body: string; back: string } }) {
  return (
    <Scene
      handle="no_app"
      title={text.title}
      actions={<ButtonLink href={PAGE_PATHS.apps}>{text.back}</ButtonLink>}
    >
      {text.body}
    </Scene>
  );
}

export function isNoApp(loaded: Loaded<unknown>): boolean {
  return loaded.state === 'failed' && loaded.error instanceof Refusal && loaded.error.status === 404;
}
