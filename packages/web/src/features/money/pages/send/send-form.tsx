import { useState } from 'preact/hooks';
import { findHandleFlaw, normaliseHandle } from '../../../identity/parts/handle/check-handle.ts';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { readAmount } from '../../../../kit/money/read-amount.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { signedInHint } from '../../../../kit/session/session.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import { ScanQrButton } from '../../../../kit/controls/scan-qr-button.tsx';
import { NOTE_LENGTH } from '../../parts/send-link.ts';
import { readMoneyCode } from './read-code.ts';
import { sendPath } from './send-request.ts';
import type { SendDraft, SendLink } from './send-request.ts';
import type { Text } from './text.en.ts';

/** Loaded late, because they wait for the statement anyway. */
const RecentReceivers = later(2, async () => (await import('./recent-receivers.tsx')).RecentReceivers);

function handleError(handle: string, text: Text): string | undefined {
  const flaw = findHandleFlaw(handle);
  if (flaw) return text.flaws[flaw];
  return `${handle}@pid` === signedInHint.value ? text.self : undefined;
}

/** Fields that a link has fixed are shown but cannot be edited. */
export function SendForm(props: { text: Text; start: SendDraft; link: SendLink | null }) {
  const { text, start, link } = props;
  const isFixed = (field: 'to' | 'amount' | 'note') => link !== null && !link.open.includes(field);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const flaws = {
    handle: handleError(draft.handle, text),
    amount: readAmount(draft.amount) === null ? text.amountFlaw : undefined,
  };
  const review = async () => {
    setTried(true);
    if (flaws.handle !== undefined || flaws.amount !== undefined) return;
    // The back button returns to a form that still contains the input.
    history.replaceState(null, '', sendPath(draft, false, link));
    await navigate(sendPath(draft, true, link));
  };
  const scanned = (found: string) => {
    const code = readMoneyCode(found, location.origin);
    if (!code) return text.notACode;
    if ('path' in code) void navigate(code.path, { replace: true });
    else setDraft({ ...draft, handle: code.handle });
    return null;
  };
  return (
    <Card>
      <Form class="grid gap-3" noValidate onSubmit={review}>
        {!isFixed('to') && (
          <div class="min-h-20">
            <RecentReceivers text={text} onChoose={(handle) => setDraft({ ...draft, handle })} />
          </div>
        )}
        <TextField
          label={text.to}
          hint={isFixed('to') ? text.link.fixed : text.toHint}
          error={tried ? flaws.handle : undefined}
          suffix="@pid"
          value={draft.handle}
          onInput={(typed) => setDraft({ ...draft, handle: normaliseHandle(typed) })}
          input={{
            name: 'to',
            disabled: isFixed('to'),
            autocomplete: 'off',
            autocapitalize: 'none',
            spellcheck: false,
            maxLength: 64,
          }}
        />
        {!isFixed('to') && (
          <p class="-mt-2">
            <ScanQrButton label={text.scan} hint={text.scanHint} onFound={scanned} />
          </p>
        )}
        <AmountField
          name="amount"
          label={text.amount}
          hint={isFixed('amount') ? text.link.fixed : text.amountHint}
          disabled={isFixed('amount')}
          error={tried ? flaws.amount : undefined}
          value={draft.amount}
          onInput={(amount) => setDraft({ ...draft, amount })}
        />
        <TextField
          label={text.note}
          hint={isFixed('note') ? text.link.fixed : text.noteHint}
          value={draft.note}
          // The service refuses longer stacks of combining marks.
          onInput={(note) => setDraft({ ...draft, note: note.replaceAll(/(\p{M}{4})\p{M}+/gu, '$1') })}
          input={{ name: 'note', autocomplete: 'off', maxLength: NOTE_LENGTH, disabled: isFixed('note') }}
        />
        <p class="pt-1">
          <Button type="submit">{text.next}</Button>
        </p>
      </Form>
    </Card>
  );
}
