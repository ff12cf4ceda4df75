import type { RegisteredApp } from '../../../../kit/api/shapes.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import type { Text } from './text.en.ts';

export function FreshSecret({ text, secret }: { text: Text; secret: string }) {
  return (
    <Notice live tone="warn" title={text.secretTitle}>
      <p>{text.secretBody}</p>
      <p class="my-3 rounded-md bg-surface p-3 font-mono font-semibold break-all" data-secret>
        {secret}
      </p>
      <CopyButton value={secret} label={text.copySecret} />
    </Notice>
  );
}

export function AppFacts({ text, app }: { text: Text; app: RegisteredApp }) {
  const common = useCommon();
  return (
    <Card>
      <div class="flex flex-wrap items-start gap-x-6 gap-y-4">
        <AppLogo name={app.name} logoUrl={app.logoUrl} class="size-16" />
        <div class="min-w-64 flex-1">
          <Facts>
            <Fact label={text.clientId}>
              <span class="flex flex-wrap items-center justify-end gap-3">
                <code data-client-id>{app.client_id}</code>
                <CopyButton value={app.client_id} label={text.copyClientId} />
              </span>
            </Fact>
            <Fact label={text.status}>
              {app.verified ? (
                <Badge tone="good" check>
                  {common.login.verified}
                </Badge>
              ) : (
                <Badge>{common.login.unverified}</Badge>
              )}
            </Fact>
            <Fact label={text.created}>
              <DateTime value={app.createdAt} style="date" />
            </Fact>
          </Facts>
          {!app.verified && <p class="pt-2 text-sm text-muted">{text.unverifiedHint}</p>}
        </div>
      </div>
    </Card>
  );
}
