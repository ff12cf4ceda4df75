import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { CheckField } from '../../../../kit/controls/inputs.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { PushServiceError, readPush, turnOff, turnOn, type PushFacts } from './push-device.ts';
import type { PushText } from './text.en.ts';

interface Choices {
  readonly push: PushFacts;
  readonly mailsIncoming: boolean;
  readonly mailsOffered: boolean;
}

async function readChoices(signal: AbortSignal): Promise<Choices> {
  const [push, mails] = await Promise.all([readPush(signal), api.call('getNoticeChoices', {}, { signal })]);
  return { push, ...mails };
}

function DevicePart({ text, push, onChanged }: { text: PushText; push: PushFacts; onChanged: () => void }) {
  const [showDetails, setShowDetails] = useState(push.own?.showDetails ?? true);
  const isOn = push.state === 'on';
  const change = useAction(async (wanted: { on: boolean; showDetails: boolean }) => {
    if (!wanted.on) {
      if (push.own) await turnOff(push.own);
      showToast(text.turnedOff);
    } else if (push.publicKey !== null && (await turnOn(push.publicKey, wanted.showDetails))) {
      showToast(isOn ? text.saved : text.turnedOn);
    }
    onChanged();
  });
  if (push.state !== 'on' && push.state !== 'off')
    return (
      <div class="grid gap-2">
        <p class="font-semibold">{text.device}</p>
        <Notice tone={push.state === 'blocked' ? 'warn' : 'note'}>{text[push.state]}</Notice>
      </div>
    );
  return (
    <div class="grid gap-3">
      <CheckField
        label={text.device}
        hint={text.deviceHint}
        checked={isOn}
        onChange={(on) => void change.run({ on, showDetails })}
      />
      {isOn && (
        <div class="pl-8">
          <CheckField
            label={text.details}
            hint={text.detailsHint}
            checked={showDetails}
            onChange={(shown) => {
              setShowDetails(shown);
              void change.run({ on: true, showDetails: shown });
            }}
          />
        </div>
      )}
      {push.others > 0 && <p class="text-sm text-muted">{text.others(push.others)}</p>}
      {change.error instanceof PushServiceError ? (
        <Notice tone="bad" live>
          {text.failed}
        </Notice>
      ) : (
        <ErrorNotice error={change.error} />
      )}
    </div>
  );
}

function MailPart({ text, choices }: { text: PushText; choices: Choices }) {
  const [isOn, setOn] = useState(choices.mailsIncoming);
  const save = useAction(async (mailsIncoming: boolean) => {
    setOn((await api.call('changeNoticeChoices', { mailsIncoming })).mailsIncoming);
    showToast(text.saved);
  });
  if (!choices.mailsOffered) return <p class="text-sm text-muted">{text.mailNone}</p>;
  return (
    <div class="grid gap-2">
      <CheckField
        label={text.mail}
        hint={text.mailHint}
        checked={isOn}
        onChange={(on) => void save.run(on)}
      />
      <ErrorNotice error={save.error} />
    </div>
  );
}

/** How the player is told of notices besides this page. Closed at first: the list of notices matters more. */
export function Choices({ text }: { text: PushText }) {
  const loaded = useLoad('choices', readChoices);
  const [isOpen, setOpen] = useState(location.hash === '#choices');
  return (
    <details id="choices" class="panel" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="flex min-h-14 cursor-pointer items-center justify-between gap-3 px-5 py-2">
        <span class="font-semibold">{text.title}</span>
        <span class="min-h-6">
          {loaded.state === 'ready' && (
            <Badge tone={loaded.value.push.state === 'on' ? 'good' : 'plain'}>
              {text.states[loaded.value.push.state]}
            </Badge>
          )}
        </span>
      </summary>
      <div class="grid gap-5 px-5 pb-5">
        <WhenLoaded loaded={loaded} waiting={4}>
          {(choices) => (
            <>
              <DevicePart
                // The switch follows the browser, which may have refused.
                key={`${choices.push.state} ${choices.push.own?.showDetails}`}
                text={text}
                push={choices.push}
                onChanged={loaded.reload}
              />
              <MailPart text={text} choices={choices} />
            </>
          )}
        </WhenLoaded>
      </div>
    </details>
  );
}
