import { useEffect, useState } from 'preact/hooks';
import type { Exchanged, OwnedApp } from '../../../../kit/api/shapes.ts';
import { openTryChannel, prepareTriedLogin } from '../../parts/try-login.ts';
import type { TriedAnswer, TriedLogin } from '../../parts/try-login.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Text } from './text.en.ts';

const SECONDS_PER_DAY = 86_400;

type Outcome = Exchanged | 'denied' | 'blocked';

function Result({ text, outcome }: { text: Text; outcome: Outcome }) {
  if (outcome === 'blocked')
    return (
      <Notice tone="warn" live>
        {text.tryBlocked}
      </Notice>
    );
  if (outcome === 'denied') return <Notice live>{text.tryDenied}</Notice>;
  return (
    <Notice tone="good" live>
      <p class="font-semibold break-words">{text.tryDone(outcome.pid)}</p>
      <p>{text.tryExpires(Math.round(outcome.expiresIn / SECONDS_PER_DAY))}</p>
    </Notice>
  );
}

/**
 * COOP isolates this page from the windows that it opens, so the result comes through a BroadcastChannel of
 * our origin.
 */
export function TryHere({ text, app }: { text: Text; app: OwnedApp }) {
  const [login, setLogin] = useState<TriedLogin | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const finish = useAction(async (tried: TriedLogin, code: string) => setOutcome(await tried.finish(code)));
  useEffect(() => {
    if (!login) return undefined;
    const channel = openTryChannel(login.state);
    channel.addEventListener('message', ({ data }: MessageEvent<TriedAnswer>) => {
      setLogin(null);
      if (data.code === null) setOutcome('denied');
      else void finish.run(login, data.code);
    });
    return () => channel.close();
  }, [login]);
  const start = useAction(async () => {
    const prepared = await prepareTriedLogin(app.client_id);
    setOutcome(null);
    setLogin(prepared);
    if (!window.open(prepared.address, '_blank', 'popup,width=480,height=760')) setOutcome('blocked');
  });
  return (
    <div class="grid justify-items-start gap-4">
      <Button look="sun" busy={start.busy || finish.busy} onClick={() => start.run()}>
        {login || outcome ? text.tryAgain : text.try}
      </Button>
      {login && outcome === null && <Notice live>{text.tryWaiting}</Notice>}
      {outcome && <Result text={text} outcome={outcome} />}
      <ErrorNotice error={start.error ?? finish.error} />
    </div>
  );
}
