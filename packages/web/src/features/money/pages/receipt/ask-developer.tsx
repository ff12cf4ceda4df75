import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
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

export function AskDeveloper({ text, payment }: { text: Text; payment: PlayerPayment }) {
  const address = askAddress(text, payment);
  return (
    <div class="flex flex-wrap items-center gap-3 print:hidden">
      {address === null ? (
        <p class="text-sm text-muted">{text.noContact}</p>
      ) : (
        <ButtonLink look="plain" href={address} newTab={address.startsWith('https://')}>
          {text.ask}
        </ButtonLink>
      )}
      <CopyButton look="quiet" value={payment.reference} label={text.copyReference} />
    </div>
  );
}
