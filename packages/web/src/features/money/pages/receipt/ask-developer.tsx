import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import type { PlayerPayment } from '../../../../kit/api/shapes.ts';
import { askAddress } from './ask-address.ts';
import type { Text } from './text.en.ts';

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
