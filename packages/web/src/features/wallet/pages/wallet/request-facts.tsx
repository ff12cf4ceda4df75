import { strangersWords } from '@pid/protocol';
import { Fact } from '../../../../kit/controls/item-list.tsx';
import type { PaymentRequest } from '../../parts/payment-request.ts';
import type { TaskText } from './tasks.en.ts';

const SHOWN_MAX = 160;

/** The words of a payment request, which its creator chose, and what it adds to the transaction. */
export function RequestFacts({ text, request }: { text: TaskText['request']; request: PaymentRequest }) {
  const { label, message, memo, references } = request;
  const words = (value: string) => <span class="font-normal">“{strangersWords(value, SHOWN_MAX)}”</span>;
  return (
    <>
      {label !== null && <Fact label={text.label}>{words(label)}</Fact>}
      {message !== null && <Fact label={text.message}>{words(message)}</Fact>}
      {memo !== null && <Fact label={text.memo}>{words(memo)}</Fact>}
      {references.length > 0 && <Fact label={text.reference}>{text.references(references.length)}</Fact>}
    </>
  );
}
