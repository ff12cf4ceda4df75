import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { CheckField } from '../../../../kit/controls/inputs.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { PushServiceError, readPush, turnOff, turnOn, type PushFacts } from './push-device.ts';
import type { PushText } from './text.en.ts';

export interface NoticeChoices {
  readonly push: PushFacts;
  readonly mailsIncoming: boolean;
  readonly mailsOffered: boolean;
}

export async function readChoices(signal?: AbortSignal): Promise<NoticeChoices> {
  const [push, mails] = await Promise.all([
    readPush(signal),
    api.call('getNoticeChoices', {}, signal ? { signal } : {}),
  ]);
  return { push, ...mails };
}

function DevicePart({
  text,
  push,
  onChanged,
}: {
  text: PushText;
  push: PushFacts;
  onChanged: () => Promise<void>;
}) {
  const [showDetails, setShowDetails] = useState(push.own?.showDetails ?? true);
  const isOn = push.state === 'on';
  const change = useAction(async (wanted: { on: boolean; showDetails: boolean }) => {
    if (!wanted.on) {
      if (push.own) await turnOff(push.own);
      showToast(text.turnedOff);
    } else if (push.publicKey !== null && (await turnOn(push.publicKey, wanted.showDetails))) {
      showToast(isOn ? text.saved : text.turnedOn);
    }
    await onChanged();
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

function MailPart({ text, choices }: { text: PushText; choices: NoticeChoices }) {
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
export function Choices({ text, first }: { text: PushText; first: NoticeChoices }) {
  const [choices, setChoices] = useState(first);
  const { push } = choices;
  const [isOpen, setOpen] = useState(location.hash === '#choices');
  return (
    <details id="choices" class="panel" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="flex min-h-14 cursor-pointer items-center justify-between gap-3 px-5 py-2">
        <span class="font-semibold">{text.title}</span>
        <span class="flex items-center gap-3">
          <Badge tone={push.state === 'on' ? 'good' : 'plain'}>{text.states[push.state]}</Badge>
          <span aria-hidden="true" class="text-muted">
            {isOpen ? '−' : '+'}
          </span>
        </span>
      </summary>
      <div class="grid gap-5 px-5 pb-5">
        <DevicePart
          // The switch follows the browser, which may have refused.
          key={`${push.state} ${push.own?.showDetails}`}
          text={text}
          push={push}
          onChanged={async () => setChoices(await readChoices())}
        />
        <MailPart text={text} choices={choices} />
      </div>
    </details>
  );
}
