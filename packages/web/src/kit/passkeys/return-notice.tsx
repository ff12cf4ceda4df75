import { ButtonLink } from '../controls/button.tsx';
import { later } from '../controls/later.tsx';
import { Notice } from '../controls/notice.tsx';
import type { WaitingPlace } from './waiting-place.ts';

/** On the pages that a missing passkey leads to: a link back to the unfinished action. */
export const ReturnNotice = later(2, async () => {
  const text = await (await import('./elsewhere.tsx')).loadWords();
  return ({ place }: { place: WaitingPlace }) => (
    <Notice
      title={text.waiting}
      action={
        <ButtonLink look="plain" small href={place.path}>
          {text.returns[place.kind]}
        </ButtonLink>
      }
    >
      {null}
    </Notice>
  );
});
