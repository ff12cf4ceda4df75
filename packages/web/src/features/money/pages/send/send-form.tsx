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
import { later, useLoad } from '../../../../kit/controls/loading.tsx';
import { api } from '../../../../kit/api/api.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { ScanQrButton } from '../../../../kit/controls/scan-qr-button.tsx';
import { NOTE_LENGTH } from '../../parts/note.ts';
import { readMoneyCode, withTyped } from './read-code.ts';
import { PersonSeen } from './person-seen.tsx';
import { usePerson } from './read-person.ts';
import { BalanceLine } from './balance-line.tsx';
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
export function SendForm(props: {
  text: Text;
  start: SendDraft;
  link: SendLink | null;
  /** The hint of a field that a link has fixed. */
  fixed: string | undefined;
  loadReview: () => Promise<unknown>;
}) {
  const { text, start, link, fixed } = props;
  // Without a connection, the review itself offers to try again.
  const loadReview = async () => void (await props.loadReview().catch(() => null));
  const isFixed = (field: 'to' | 'amount' | 'note') => link !== null && !link.open.includes(field);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const balance = useLoad('balance', (signal) => api.call('getBalance', {}, { signal }));
  const seen = usePerson(draft.handle, `${draft.handle}@pid` === signedInHint.value);
  const flaws = {
    handle: handleError(draft.handle, text),
    amount: readAmount(draft.amount) === null ? text.amountFlaw : undefined,
  };
  const review = async () => {
    setTried(true);
    if (flaws.handle !== undefined || flaws.amount !== undefined || seen === 'nobody') return;
    // The back button returns to a form that still contains the input.
    await loadReview();
    history.replaceState(null, '', sendPath(draft, false, link));
    await navigate(sendPath(draft, true, link));
  };
  const scanned = (found: string) => {
    const code = readMoneyCode(found, location.origin);
    if (!code) return text.notACode;
    if ('path' in code) void navigate(withTyped(code.path, draft), { replace: true });
    else setDraft({ ...draft, handle: code.handle });
    return null;
  };
  return (
    <Card>
      <Form class="grid grid-cols-1 gap-3" noValidate onFocusIn={() => void loadReview()} onSubmit={review}>
        {!isFixed('to') && (
          <div class="min-h-20">
            <RecentReceivers text={text} onChoose={(handle) => setDraft({ ...draft, handle })} />
          </div>
        )}
        <TextField
          label={text.to}
          hint={isFixed('to') ? fixed : text.toHint}
          error={
            tried
              ? (flaws.handle ?? (seen === 'nobody' ? text.nobody(`${draft.handle}@pid`) : undefined))
              : undefined
          }
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
          <div class="-mt-2 flex flex-wrap items-center gap-x-4">
            <ScanQrButton label={text.scan} hint={text.scanHint} onFound={scanned} />
            <a class="text-link inline-flex min-h-11 items-center text-sm" href={PAGE_PATHS.ask}>
              {text.ownCode}
            </a>
          </div>
        )}
        <PersonSeen text={text} handle={draft.handle} seen={seen} />
        <BalanceLine
          text={text}
          balance={balance.state === 'ready' ? balance.value.balance : null}
          amount={readAmount(draft.amount)}
        />
        <AmountField
          name="amount"
          label={text.amount}
          hint={isFixed('amount') ? fixed : text.amountHint}
          disabled={isFixed('amount')}
          error={tried ? flaws.amount : undefined}
          value={draft.amount}
          onInput={(amount) => setDraft({ ...draft, amount })}
        />
        <TextField
          label={text.note}
          hint={isFixed('note') ? fixed : text.noteHint}
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
