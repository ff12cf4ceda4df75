import { useState } from 'preact/hooks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../../kit/api/api.ts';
import { Button } from '../../../../../kit/controls/button.tsx';
import { Card } from '../../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../../kit/controls/form.tsx';
import { TextArea } from '../../../../../kit/controls/inputs.tsx';
import { Notice } from '../../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../../kit/controls/use-action.ts';
import { useLoad, WhenLoaded } from '../../../../../kit/controls/loading.tsx';
import type { DeskText } from './text.en.ts';

type Verification = Reply<'getVerification'>;

const ABOUT_MIN = 20;
const ABOUT_MAX = 1000;

interface AskProps {
  readonly text: DeskText;
  readonly clientId: string;
  readonly asked: Verification;
  readonly onAsked: () => void;
}

function Ask({ text, clientId, asked, onAsked }: AskProps) {
  const [about, setAbout] = useState(asked.about ?? '');
  const action = useAction(async () => {
    await api.call('askVerification', { client_id: clientId, about: about.trim() });
    showToast(text.asked);
    onAsked();
  });
  const verb = { none: text.ask, refused: text.askAgain, pending: text.change, verified: text.ask };
  return (
    <Form class="grid grid-cols-1 gap-4" onSubmit={() => void action.run()}>
      <TextArea
        label={text.about}
        hint={text.aboutHint}
        value={about}
        onInput={setAbout}
        rows={5}
        maxLength={ABOUT_MAX}
      />
      {action.error !== null && <ErrorNotice error={action.error} />}
      <p>
        <Button
          type="submit"
          look="plain"
          busy={action.busy}
          disabled={about.trim().length < ABOUT_MIN || about.trim() === asked.about}
        >
          {verb[asked.status]}
        </Button>
      </p>
    </Form>
  );
}

function State({ text, asked }: { text: DeskText; asked: Verification }) {
  if (asked.status === 'verified')
    return (
      <Notice tone="good" title={text.verified}>
        <p>{text.verifiedBody}</p>
      </Notice>
    );
  if (asked.status === 'refused')
    return (
      <Notice tone="warn" title={text.refused}>
        <p class="break-words">{asked.reason}</p>
      </Notice>
    );
  if (asked.status === 'none' || asked.askedAt === null) return null;
  return (
    <Notice title={text.pending}>
      <p>
        {text.pendingSince} <DateTime value={asked.askedAt} />
      </p>
    </Notice>
  );
}

/** Requests verification from the administrators and shows their decision. */
export function VerificationCard({ text, clientId }: { text: DeskText; clientId: string }) {
  const asked = useLoad(clientId, (signal) =>
    api.call('getVerification', { client_id: clientId }, { signal }),
  );
  return (
    <Card title={text.verificationTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.verificationBody}</p>
      <WhenLoaded loaded={asked} waiting={6}>
        {(verification: Verification) => (
          <div class="grid grid-cols-1 gap-4">
            <State text={text} asked={verification} />
            {verification.status !== 'verified' && (
              <Ask text={text} clientId={clientId} asked={verification} onAsked={asked.reload} />
            )}
          </div>
        )}
      </WhenLoaded>
    </Card>
  );
}
