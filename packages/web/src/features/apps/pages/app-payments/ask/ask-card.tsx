import { useState } from 'preact/hooks';
import { api } from '../../../../../kit/api/api.ts';
import { Button } from '../../../../../kit/controls/button.tsx';
import { Card } from '../../../../../kit/controls/card.tsx';
import { CopyButton } from '../../../../../kit/controls/copy-button.tsx';
import { ErrorNotice } from '../../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../../kit/controls/form.tsx';
import { TextField } from '../../../../../kit/controls/inputs.tsx';
import { Notice } from '../../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../../kit/controls/use-action.ts';
import { AmountField } from '../../../../../kit/money/amount-field.tsx';
import { readAmount } from '../../../../../kit/money/read-amount.ts';
import type { AskText } from './text.en.ts';

const DAY_SECONDS = 86_400;

export interface AskCardProps {
  readonly text: AskText;
  readonly clientId: string;
  readonly onMade: () => void;
}

/**
 * Creates a payment manually. The same reference always gives the same payment, so a retry after a lost response
 * makes no second one.
 */
export function AskCard({ text, clientId, onMade }: AskCardProps) {
  const [reference, setReference] = useState('');
  const [description, setDescription] = useState('');
  const [amount, setAmount] = useState('');
  const [flawed, setFlawed] = useState(false);
  const [payUrl, setPayUrl] = useState<string | null>(null);
  const make = useAction(async () => {
    const rupiah = readAmount(amount);
    const isFlawed = rupiah === null || reference.trim() === '' || description.trim() === '';
    setFlawed(isFlawed);
    if (isFlawed) return;
    const made = await api.call('createPayment', {
      client_id: clientId,
      reference: reference.trim(),
      description: description.trim(),
      amount: rupiah,
      expiresInSeconds: DAY_SECONDS,
    });
    setPayUrl(made.payUrl);
    onMade();
  });
  return (
    <Card title={text.title}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.body}</p>
      <Form class="grid gap-3" onSubmit={make.run}>
        <TextField
          label={text.reference}
          hint={text.referenceHint}
          value={reference}
          onInput={setReference}
          input={{ name: 'reference', autocomplete: 'off', maxLength: 64 }}
        />
        <TextField
          label={text.description}
          hint={text.descriptionHint}
          value={description}
          onInput={setDescription}
          input={{ name: 'description', autocomplete: 'off', maxLength: 140 }}
        />
        <AmountField name="amount" label={text.amount} value={amount} onInput={setAmount} />
        {flawed && <Notice tone="bad">{text.flaw}</Notice>}
        <ErrorNotice error={make.error} />
        <p>
          <Button type="submit" busy={make.busy}>
            {text.make}
          </Button>
        </p>
        {payUrl !== null && (
          <Notice tone="good" live title={text.made} action={<CopyButton value={payUrl} label={text.link} />}>
            <span class="break-all">{payUrl}</span>
          </Notice>
        )}
      </Form>
    </Card>
  );
}
