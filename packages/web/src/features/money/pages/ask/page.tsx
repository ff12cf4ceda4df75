import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { ShareButton } from '../../../../kit/controls/share-button.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Pid } from '../../../../kit/controls/pid.tsx';
import { LateQrCode } from '../../../../kit/controls/late-qr-code.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { NOTE_LENGTH } from '../../parts/note.ts';
import { personPath, sendLink } from '../../parts/send-link.ts';
import { readAmount } from '../../../../kit/money/read-amount.ts';
import type { Text } from './text.en.ts';

function AskForm({ text, pid }: { text: Text; pid: string }) {
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const rupiah = readAmount(amount);
  // A link without the typed amount would let the sender choose.
  const isUnreadable = rupiah === null && !/^0*$/u.test(amount);
  const link = sendLink(location.origin, { pid, amount: rupiah, note });
  const handle = pid.replace(/@pid$/u, '');
  return (
    <Card>
      <div class="grid grid-cols-1 gap-4">
        <div class="grid justify-items-center gap-2 text-center">
          {isUnreadable ? (
            <p class="grid size-56 place-items-center border border-line p-4 text-muted">{text.unreadable}</p>
          ) : (
            <LateQrCode value={link} label={text.code(pid)} class="size-56" />
          )}
          <p class="font-display text-xl font-bold wrap-anywhere">
            <Pid pid={pid} />
          </p>
        </div>
        <AmountField
          name="amount"
          label={text.amount}
          hint={text.amountHint}
          value={amount}
          onInput={setAmount}
        />
        <TextField
          label={text.note}
          hint={text.noteHint}
          value={note}
          onInput={setNote}
          input={{ name: 'note', autocomplete: 'off', maxLength: NOTE_LENGTH }}
        />
        {!isUnreadable && (
          <div>
            <p class="text-sm font-semibold">{text.link}</p>
            <p class="text-sm break-all text-muted" data-link>
              {link}
            </p>
          </div>
        )}
        <div class="flex flex-wrap items-center gap-3">
          {!isUnreadable && (
            <>
              <ShareButton look="sun" title={pid} url={link}>
                {text.share}
              </ShareButton>
              <CopyButton value={link} label={text.copy} />
            </>
          )}
          <a class="text-link inline-flex min-h-11 items-center" href={personPath(handle)}>
            {text.card}
          </a>
        </div>
      </div>
    </Card>
  );
}

export function Page({ text }: PageProps<Text>) {
  const identity = useLoad('ask', (signal) => api.call('getIdentity', {}, { signal }));
  return (
    <div class="grid max-w-xl grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <WhenLoaded loaded={identity} waiting={12}>
        {({ pid }) => <AskForm text={text} pid={pid} />}
      </WhenLoaded>
    </div>
  );
}
