import type { Refusal } from '@pid/contract/client';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Scene } from '../../../../kit/controls/scene.tsx';

export interface BrokenText {
  readonly brokenTitle: string;
  readonly brokenBody: string;
  readonly brokenDetail: string;
}

/**
 * Shown for an invalid request. It says to the player that the request cannot be decided, and shows the
 * developer the error.
 */
export function BrokenRequest({ text, error }: { text: BrokenText; error: Refusal }) {
  const common = useCommon();
  return (
    <>
      <Scene
        handle="no_entry"
        title={text.brokenTitle}
        actions={
          <ButtonLink look="plain" href={PAGE_PATHS.landing}>
            {common.crash.home}
          </ButtonLink>
        }
      >
        {text.brokenBody}
      </Scene>
      <div class="text-center text-sm break-words text-muted">
        <p>{text.brokenDetail}</p>
        {error.messages.map((sentence) => (
          <p key={sentence}>
            <code>{sentence}</code>
          </p>
        ))}
      </div>
    </>
  );
}
