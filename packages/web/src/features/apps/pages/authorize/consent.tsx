import type { LoginRequest } from '../../../../kit/api/shapes.ts';
import { AppIdentity, DecisionButtons, SignedInAs } from '../../../../kit/app-request/request-parts.tsx';
import { SharedList } from '../../../../kit/app-request/shared-list.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import type { Text } from './text.en.ts';

export interface ConsentProps {
  readonly text: Text;
  readonly login: LoginRequest;
  readonly pid: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onDecide: (allow: boolean) => Promise<void>;
  readonly onChange: () => Promise<void>;
}

export function Consent({ text, login, pid, busy, error, onDecide, onChange }: ConsentProps) {
  const { app, origin } = login;
  return (
    <div class="grid gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      <Card>
        <div class="grid gap-4 sm:gap-5">
          <AppIdentity {...app} origin={origin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <SignedInAs text={text} pid={pid} busy={busy} onChange={onChange} />
          <SharedList scopes={login.scopes} />
          <ErrorNotice error={error} />
          <div class="decision-bar">
            <DecisionButtons text={text} busy={busy} onDecide={onDecide} />
          </div>
        </div>
      </Card>
    </div>
  );
}
