import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Money } from '../../../../kit/money/money.tsx';
import { PaymentBadge } from '../../parts/payment-status.tsx';
import type { PlayerPayment } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

/**
 * A mail contact gets a draft with the data that the developer needs to find the payment. A page is opened
 * unchanged.
 */
function askAddress(text: Text, { id, reference, description, app }: PlayerPayment): string | null {
  const { contact, name } = app;
  if (contact === null || contact.startsWith('https://')) return contact;
  const subject = encodeURIComponent(text.askSubject(reference, name));
  const body = encodeURIComponent(text.askBody(id, reference, description));
  return `mailto:${contact}?subject=${subject}&body=${body}`;
}

function Ask({ text, payment }: { text: Text; payment: PlayerPayment }) {
  const address = askAddress(text, payment);
  return (
    <div class="flex flex-wrap items-center gap-3">
      {address === null ? (
        <p class="text-sm text-muted">{text.noContact}</p>
      ) : (
        <ButtonLink look="plain" href={address} newTab={address.startsWith('https://')}>
          {text.ask}
        </ButtonLink>
      )}
      <CopyButton look="quiet" value={payment.reference} label={text.copy} />
    </div>
  );
}

/** Shows one payment with all details that its payer may see. */
export function PaymentCard({ text, payment }: { text: Text; payment: PlayerPayment }) {
  const { app, status, fees, refunds } = payment;
  const words = text.payment;
  return (
    <li class="grid grid-cols-1 gap-3 py-5 first:pt-0">
      <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div class="min-w-0">
          <h3 class="font-sans font-semibold break-words">{payment.description}</h3>
          <p class="text-sm break-words text-muted">
            {app.name} · <DateTime value={payment.createdAt} />
          </p>
        </div>
        <p class="flex items-center gap-3">
          <PaymentBadge text={words} status={status} />
          <Money amount={payment.total} class="font-semibold" />
        </p>
      </div>
      <Facts>
        <Fact label={words.to}>{payment.to ?? text.itself(app.name)}</Fact>
        <Fact label={words.fees}>
          <Money amount={fees.total} />
        </Fact>
        {status === 'held' && payment.captureBy !== null && (
          <Fact label={words.heldUntil}>
            <DateTime value={payment.captureBy} />
          </Fact>
        )}
        {refunds.map((refund) => (
          <Fact key={refund.id} label={words.refundedSum}>
            <Money amount={refund.amount + refund.fee} />
            {refund.reason !== null && (
              <span class="block text-sm font-normal break-words">{words.reason(refund.reason)}</span>
            )}
          </Fact>
        ))}
        <Fact label={words.reference}>
          <code class="text-xs font-normal">{payment.reference}</code>
        </Fact>
      </Facts>
      <Ask text={text} payment={payment} />
    </li>
  );
}
