import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact } from '../../../../kit/controls/item-list.tsx';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { Text } from './text.en.ts';

/** The tier of a player, and the button that changes it. Nothing without tiers. */
export function TierFact({ text, pid }: { text: Text; pid: string }) {
  const loaded = useLoad(`tier ${pid}`, (signal) => api.call('getTier', { pid }, { signal }));
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  if (loaded.state !== 'ready' || loaded.value.tier === undefined) return null;
  const { tier, incomingLeft = 0, incomingMax = 0 } = loaded.value;
  const words = text.tier;
  const isBasic = tier === 'basic';
  const verb = isBasic ? words.register : words.withdraw;
  const amount = (value: number) => formatRupiah(BigInt(value));
  return (
    <Fact label={words.label}>
      {words.names[tier]}
      <span class="block text-sm font-normal text-muted">
        {words.left(amount(incomingLeft), amount(incomingMax))}
      </span>
      <Button look="plain" small onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={isBasic ? words.registerTitle(pid) : words.withdrawTitle(pid)}
        confirm={verb}
        look={isBasic ? 'primary' : 'danger'}
        disabled={reason.trim() === ''}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.call('setTier', { pid, tier: isBasic ? 'registered' : 'basic', reason: reason.trim() });
          setReason('');
          showToast(words.done);
          loaded.reload();
        }}
      >
        <div class="grid grid-cols-1 gap-3">
          <p>{isBasic ? words.registerBody : words.withdrawBody}</p>
          <TextField
            label={words.reason}
            value={reason}
            onInput={setReason}
            input={{ maxLength: 200, autocomplete: 'off' }}
          />
        </div>
      </ConfirmDialog>
    </Fact>
  );
}
