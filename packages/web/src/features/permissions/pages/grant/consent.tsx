import { AppIdentity, DecisionButtons, SignedInAs } from '../../../../kit/app-request/request-parts.tsx';
import { FirstPasskey } from '../../../../kit/passkeys/first-passkey.tsx';
import { PasskeyNotice } from '../../../../kit/passkeys/passkey-notice.tsx';
import { PermissionTerms } from '../../parts/permission-terms.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import type { Asked } from './ask-grant.ts';
import type { Text } from './text.en.ts';

export interface ConsentProps {
  readonly text: Text;
  readonly request: Asked;
  readonly pid: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onDecide: (allow: boolean) => Promise<void>;
  readonly onChange: () => Promise<void>;
  readonly onPasskeyAdded: () => void;
}

export function Consent(props: ConsentProps) {
  const { text, request, pid, busy, onDecide } = props;
  const { app, origin } = request;
  return (
    <div class="grid grid-cols-1 gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      <Card>
        <div class="grid grid-cols-1 gap-4 sm:gap-5">
          <AppIdentity {...app} origin={origin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <SignedInAs text={text} pid={pid} busy={busy} onChange={props.onChange} />
          <PermissionTerms text={text.permissionText} summary={request.summary} />
          {!request.hasPasskey && <FirstPasskey text={text} onAdded={props.onPasskeyAdded} />}
          <PasskeyNotice error={props.error} />
          <div class="decision-bar">
            <DecisionButtons text={text} busy={busy} disabled={!request.hasPasskey} onDecide={onDecide} />
          </div>
        </div>
      </Card>
    </div>
  );
}
