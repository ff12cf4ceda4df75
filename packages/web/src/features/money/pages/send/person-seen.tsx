import { WarningIcon } from '../../../../kit/controls/icons.tsx';
import { Spinner } from '../../../../kit/controls/spinner.tsx';
import { Receiver } from './receiver.tsx';
import type { Seen } from './read-person.ts';
import type { Text } from './text.en.ts';

function Warning({ children }: { children: string }) {
  return (
    <p class="flex gap-1.5 text-sm font-medium text-warn">
      <WarningIcon class="mt-0.5 size-4" />
      <span>{children}</span>
    </p>
  );
}

/** Who has the name in the field. Its height is reserved, so that the form does not move while a player types. */
export function PersonSeen({ text, handle, seen }: { text: Text; handle: string; seen: Seen }) {
  return (
    <div class="grid min-h-25 content-start gap-2" aria-live="polite">
      {seen === 'checking' && (
        <p class="flex items-center gap-2 text-sm text-muted">
          <Spinner class="size-4" /> {text.checking}
        </p>
      )}
      {seen === 'nobody' && <Warning>{text.nobody(`${handle}@pid`)}</Warning>}
      {typeof seen === 'object' && seen !== null && (
        <>
          <Receiver {...seen} small />
          {seen.isNew && <Warning>{text.firstTimeHere}</Warning>}
        </>
      )}
    </div>
  );
}
