import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { Countdown } from '../../../../kit/controls/countdown.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { AppIdentity, DecisionButtons } from '../../../../kit/app-request/request-parts.tsx';
import { SharedList } from '../../../../kit/app-request/shared-list.tsx';
import type { Text } from './text.en.ts';

export interface CompareDeviceProps {
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
export function CompareDevice({ text, pid, code, asked, onDecided }: CompareDeviceProps) {
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
            <dd class="font-semibold break-all">{pid}</dd>
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
