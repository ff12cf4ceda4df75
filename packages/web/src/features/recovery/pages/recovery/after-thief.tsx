import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { Stopped } from '../../parts/stopped.ts';
import type { Text } from './text.en.ts';

/** Says what the person behind a stopped recovery had, and what to replace now. */
export function AfterThief(props: { text: Text; stopped: Stopped; onDone: () => void }) {
  const { text, stopped, onDone } = props;
  const { kinds, pids } = stopped;
  const words = text.thief;
  return (
    <Card title={words.title} class="border-warn">
      <div class="grid gap-4">
        <p>{words.body}</p>
        <ol class="grid list-decimal gap-3 pl-5">
          <li>{words.login}</li>
          {kinds.includes('sheet') && <li>{words.sheet}</li>}
          {kinds.includes('passkey') && <li>{words.passkey}</li>}
          {kinds.includes('account') && <li>{words.friends(pids.join(', '))}</li>}
        </ol>
        <div class="flex flex-wrap gap-3">
          <ButtonLink href={`${PAGE_PATHS.security}?tab=logins`}>{words.toLogins}</ButtonLink>
          <ButtonLink look="plain" href={PAGE_PATHS.security}>
            {words.toPasskeys}
          </ButtonLink>
          <Button look="quiet" onClick={onDone}>
            {words.done}
          </Button>
        </div>
      </div>
    </Card>
  );
}
