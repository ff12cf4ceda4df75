import { useLayoutEffect, useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { forgetSignedIn } from '../../../../kit/session/session.ts';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Text } from './text.en.ts';

const TOKEN = /^#([A-Za-z0-9_-]{43})$/u;

function SignIn({ text }: { text: Text }) {
  return <ButtonLink href={signInPath(PAGE_PATHS.security)}>{text.signIn}</ButtonLink>;
}

function Broken({ text, sentence }: { text: Text; sentence: string }) {
  return (
    <div class="grid gap-6 pt-4">
      <PageTitle lead={sentence}>{text.brokenTitle}</PageTitle>
      <SignIn text={text} />
    </div>
  );
}

/**
 * The link in a mail. Opening it has no effect, so that mail scanners have none either: only the button sends
 * a request.
 */
export function Page({ text }: PageProps<Text>) {
  const [token] = useState(() => TOKEN.exec(location.hash)?.[1] ?? null);
  const [until, setUntil] = useState<number | null>(null);
  // Removes the token from the address before the first paint, so that no history and no screenshot has it.
  useLayoutEffect(() => history.replaceState(null, '', PAGE_PATHS.notMe), []);
  const freeze = useAction(async () => {
    if (token === null) return;
    const answer = await api.call('notMe', { token }, { session: 'none' });
    forgetSignedIn();
    setUntil(answer.until);
  });
  const code = freeze.error instanceof Refusal ? freeze.error.code : '';
  if (until !== null)
    return (
      <div class="grid gap-6 pt-4">
        <PageTitle lead={text.done}>{text.doneTitle}</PageTitle>
        <p role="status">
          {text.doneUntil} <DateTime value={new Date(until * 1000).toISOString()} />
        </p>
        <SignIn text={text} />
      </div>
    );
  if (token === null || code === 'not_me_refused') return <Broken text={text} sentence={text.broken} />;
  if (code === 'frozen_lately') return <Broken text={text} sentence={text.lately} />;
  return (
    <div class="grid gap-6 pt-4">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <Card title={text.whatTitle}>
        <ul class="grid list-disc gap-2 pl-5">
          {text.what.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
      <p class="text-sm text-muted">{text.after}</p>
      <ErrorNotice error={freeze.error} />
      <Button look="danger" waitsToBeRead busy={freeze.busy} onClick={() => freeze.run()}>
        {text.freeze}
      </Button>
    </div>
  );
}
