import type { LoginRequest } from '../../api/types.ts';
import { AppIdentity } from '../../login/app-identity.tsx';
import { SharedList } from '../../login/shared-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SigilPicture } from '../../ui/identity-card.tsx';
import type { Text } from './text.en.ts';

/** A click that was lured onto this window from another one comes sooner than a person reads. */
const ARMING_MILLISECONDS = 500;

export interface ConsentProps {
  readonly text: Text;
  readonly login: LoginRequest;
  readonly pid: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onDecide: (decision: 'allow' | 'deny') => Promise<void>;
  readonly onChange: () => Promise<void>;
}

function SignedInAs({ text, pid, busy, onChange }: Pick<ConsentProps, 'text' | 'pid' | 'busy' | 'onChange'>) {
  return (
    <div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken p-3">
      <div class="flex min-w-0 items-center gap-3">
        <span class="rounded-md bg-[#08402f] p-1.5">
          <SigilPicture handle={pid.replace(/@pid$/u, '')} class="size-7" />
        </span>
        <p class="min-w-0 text-sm leading-tight">
          <span class="text-muted">{text.as}</span>
          <br />
          <strong class="break-all">{pid}</strong>
        </p>
      </div>
      <Button look="quiet" small disabled={busy} onClick={onChange}>
        {text.otherAccount}
      </Button>
    </div>
  );
}

export function Consent({ text, login, pid, busy, error, onDecide, onChange }: ConsentProps) {
  const { app, origin } = login;
  return (
    <div class="grid gap-5 pt-1 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      <Card>
        <div class="grid gap-5">
          <AppIdentity {...app} origin={origin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <SignedInAs text={text} pid={pid} busy={busy} onChange={onChange} />
          <SharedList />
          <ErrorNotice error={error} />
          <div class="grid grid-cols-2 gap-3">
            <Button look="plain" disabled={busy} onClick={() => onDecide('deny')}>
              {text.deny}
            </Button>
            <Button
              look="sun"
              busy={busy}
              armAfterMilliseconds={ARMING_MILLISECONDS}
              onClick={() => onDecide('allow')}
            >
              {text.allow}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}
