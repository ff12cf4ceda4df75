import type { PageProps } from '../../router/define-page.tsx';
import { PAGE_PATHS } from '../../router/page-paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Scene } from '../../ui/scene.tsx';
import type { Text } from './text.en.ts';

export function Page({ text }: PageProps<Text>) {
  return (
    <Scene
      handle="not_found"
      title={text.title}
      actions={<ButtonLink href={PAGE_PATHS.landing}>{text.home}</ButtonLink>}
    >
      {text.body}
    </Scene>
  );
}
