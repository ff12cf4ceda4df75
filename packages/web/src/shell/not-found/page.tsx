import type { PageProps } from '../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../kit/navigation/page-paths.ts';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { Scene } from '../../kit/controls/scene.tsx';
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
