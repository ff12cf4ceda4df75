import { useState } from 'preact/hooks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Countdown } from '../../../../kit/controls/countdown.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Pid } from '../../../../kit/controls/pid.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { AppIdentity, DecisionButtons } from '../../../../kit/app-request/request-parts.tsx';
import { SharedList } from '../../../../kit/app-request/shared-list.tsx';
import type { Text } from './text.en.ts';

interface CompareDeviceProps {
  readonly text: Text;
  readonly pid: string;
  readonly code: string;
  readonly asked: Reply<'describeDevice'>;
  readonly onDecided: (kind: 'allowed' | 'denied' | 'expired') => void;
}

/**
 * Shows the app, the place and the time of the request. It repeats the code in large type, because only the
 * player can see both screens.
 */
function CompareDevice({ text, pid, code, asked, onDecided }: CompareDeviceProps) {
  const decide = useAction(async (allow: boolean) => {
    await api.call('decideDevice', { userCode: code, decision: allow ? 'allow' : 'deny' });
    onDecided(allow ? 'allowed' : 'denied');
  });
  return (
    <div class="grid gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(asked.app.name)}
      </h1>
      <Card>
        <div class="grid gap-4 sm:gap-5">
          <div class="grid gap-2 text-center">
            <p class="font-semibold">{text.compareTitle}</p>
            <p class="rounded-md bg-sunken p-3 font-mono text-2xl font-semibold tracking-widest">{code}</p>
            <p class="text-sm text-muted">{text.compare}</p>
          </div>
          {!asked.nearby && (
            <Notice tone="bad" title={text.farTitle}>
              {text.far}
            </Notice>
          )}
          <AppIdentity {...asked.app} origin={asked.nearby ? text.nearby : text.farTitle} />
          <dl class="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
            <dt class="text-muted">{text.asked}</dt>
            <dd>
              <DateTime value={asked.requestedAt} />
            </dd>
            <dt class="text-muted">{text.as}</dt>
            <dd class="font-semibold wrap-anywhere">
              <Pid pid={pid} />
            </dd>
          </dl>
          <SharedList scopes={asked.scopes} />
          <ErrorNotice error={decide.error} />
          <div class="decision-bar">
            <DecisionButtons text={text} busy={decide.busy} onDecide={(allow) => decide.run(allow)} />
          </div>
          <Countdown until={asked.expiresAt} label={text.timeLeft} onEnd={() => onDecided('expired')} />
        </div>
      </Card>
    </div>
  );
}

type Asked = Reply<'describeDevice'>;
type Outcome = { readonly app: string; readonly kind: 'allowed' | 'denied' | 'expired' };

/** Returns the code in capitals with a hyphen, as devices show it; null if it is not a complete code. */
function readCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/gu, '');
  return /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/u.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

interface Start {
  readonly pid: string;
  /**
   * The request for the code in the link. Null without a code, and if the device is not nearby: then the
   * player must type the code.
   */
  readonly found: { readonly code: string; readonly asked: Asked } | null;
  readonly isFar: boolean;
}

async function begin(code: string | null, signal: AbortSignal): Promise<Start> {
  const { pid } = await api.call('getIdentity', {}, { signal });
  if (code === null) return { pid, found: null, isFar: false };
  // A link with an expired code leads to the input field, which reports the error when the code is typed.
  const asked = await api.call('describeDevice', { user_code: code }, { signal }).catch(() => null);
  const isFar = asked?.nearby === false;
  return { pid, found: asked && !isFar ? { code, asked } : null, isFar };
}

function Done({ text, app, kind }: Outcome & { text: Text }) {
  const said = {
    allowed: { title: text.allowedTitle, body: text.allowedBody(app) },
    denied: { title: text.deniedTitle, body: text.deniedBody },
    expired: { title: text.expiredTitle, body: text.expiredBody },
  }[kind];
  return (
    <Scene handle={kind === 'allowed' ? 'all_done' : 'no_entry'} title={said.title}>
      {said.body}
    </Scene>
  );
}

function AskCode(props: { text: Text; onFound: (code: string, asked: Asked) => void }) {
  const { text } = props;
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const code = readCode(typed);
  const find = useAction(async () => {
    setTried(true);
    if (code !== null) props.onFound(code, await api.call('describeDevice', { user_code: code }));
  });
  return (
    <Card>
      <Form class="grid gap-4" onSubmit={find.run}>
        <TextField
          label={text.code}
          hint={text.codeHint}
          error={tried && code === null ? text.codeFlaw : undefined}
          value={typed}
          onInput={setTyped}
          input={{
            name: 'user-code',
            autocomplete: 'off',
            autocapitalize: 'none',
            spellcheck: false,
            maxLength: 20,
          }}
        />
        <ErrorNotice error={find.error} />
        <Button type="submit" busy={find.busy}>
          {text.next}
        </Button>
      </Form>
    </Card>
  );
}

export function Page({ text, query }: PageProps<Text>) {
  const linked = readCode(query.get('user_code') ?? '');
  const start = useLoad(linked ?? '', (signal) => begin(linked, signal));
  const [typed, setTyped] = useState<Start['found']>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (outcome) return <Done text={text} {...outcome} />;
  if (start.state === 'failed') return <ErrorNotice error={start.error} onRetry={start.reload} />;
  if (start.state === 'loading') return <SkeletonGroup lines={6} />;
  const found = typed ?? start.value.found;
  if (found)
    return (
      <CompareDevice
        text={text}
        pid={start.value.pid}
        {...found}
        onDecided={(kind) => setOutcome({ kind, app: found.asked.app.name })}
      />
    );
  return (
    <div class="grid gap-6 pt-2 sm:pt-8">
      <div class="grid gap-2">
        <h1 class="text-3xl" tabIndex={-1}>
          {text.title}
        </h1>
        <p class="text-muted">{start.value.isFar ? text.farLead : text.lead}</p>
      </div>
      <AskCode text={text} onFound={(code, asked) => setTyped({ code, asked })} />
    </div>
  );
}
