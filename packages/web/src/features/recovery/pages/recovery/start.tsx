import { api } from '../../../../kit/api/api.ts';
import { createPasskey } from '../../../../kit/passkeys/ceremony.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { readOwnerState } from '../../../security/parts/notices/owner-state.ts';
import { rememberBegun } from '../../parts/begun-here.ts';
import type { PartProps } from './shapes.ts';

/**
 * For players who signed in through a provider and have lost all passkeys. It says first what cannot be
 * recovered.
 */
export function Start({ text, recovery, onChanged }: PartProps) {
  const start = useAction(async () => {
    const response = await createPasskey(await api.call('passkeyCreationOptions'));
    rememberBegun((await api.call('startRecovery', { response })).id);
    showToast(text.started);
    await readOwnerState();
    onChanged();
  });
  const isLost = recovery.mode === 'database' && recovery.activated;
  return (
    <Card title={text.startTitle}>
      <div class="grid gap-4">
        <p>{recovery.mode === 'chain' ? text.startChain : text.startDatabase}</p>
        {isLost && <Notice tone="warn">{text.startLost}</Notice>}
        <ErrorNotice error={start.error} />
        <p>
          <Button look="plain" busy={start.busy} onClick={() => start.run()}>
            {text.start}
          </Button>
        </p>
      </div>
    </Card>
  );
}
