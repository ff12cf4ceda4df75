import { useState } from 'preact/hooks';
import { Button } from '../../../../kit/controls/button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Text } from './text.en.ts';

interface Made {
  readonly code: string;
  readonly expiresAt: string;
}

interface CodeMakerProps {
  readonly text: Text;
  readonly label: string;
  /** Whether making the code is the next step of the page. */
  readonly isMain?: boolean;
  readonly make: () => Promise<Made>;
}

/** Makes a code and shows it in two groups, as it is read aloud. */
export function CodeMaker({ text, label, isMain = false, make }: CodeMakerProps) {
  const [made, setMade] = useState<Made | null>(null);
  const action = useAction(async () => setMade(await make()));
  return (
    <div class="grid gap-3">
      {made && (
        <div role="status" class="grid gap-1">
          <p class="font-mono text-3xl font-bold tracking-wider" data-code>
            {made.code.slice(0, 4)}-{made.code.slice(4)}
          </p>
          <p class="text-sm text-muted">
            {text.codeUntil} <DateTime value={made.expiresAt} style="time" />. {text.codeOnce}
          </p>
        </div>
      )}
      <ErrorNotice error={action.error} />
      <p>
        <Button
          look={made || !isMain ? 'plain' : 'primary'}
          small={made !== null || !isMain}
          busy={action.busy}
          onClick={() => action.run()}
        >
          {made ? text.newCode : label}
        </Button>
      </p>
    </div>
  );
}
