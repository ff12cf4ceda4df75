import type { Reply } from '@pid/contract';
import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact } from '../../../../kit/controls/item-list.tsx';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import type { Text } from './text.en.ts';

type Family = Reply<'getFamilyAsAdmin'>;

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/u;

/** Age and parents of a player, with the two decisions that only administrators make. Nothing if no age is known. */
export function FamilyFact({ text, pid }: { text: Text; pid: string }) {
  const loaded = useLoad(`family ${pid}`, (signal) => api.call('getFamilyAsAdmin', { pid }, { signal }));
  if (loaded.state !== 'ready') return null;
  const family = loaded.value;
  if (family.ageBand === null && !family.asksBirthMonth) return null;
  return (
    <>
      <Fact label={text.family.age}>
        {family.birthMonth ?? '–'}
        {family.ageBand !== null && ` (${family.ageBand})`}
        <Correct text={text} pid={pid} onDone={loaded.reload} />
      </Fact>
      {family.parents.map((parent) => (
        <Parent key={parent.pid} text={text} pid={pid} parent={parent} onDone={loaded.reload} />
      ))}
    </>
  );
}

interface Decision {
  readonly text: Text;
  readonly pid: string;
  readonly onDone: () => void;
}

function Correct({ text, pid, onDone }: Decision) {
  const [isAsking, setAsking] = useState(false);
  const [birthMonth, setBirthMonth] = useState('');
  const [reason, setReason] = useState('');
  const words = text.family;
  return (
    <span class="block">
      <Button look="plain" small onClick={() => setAsking(true)}>
        {words.correct}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.correctTitle(pid)}
        confirm={words.correct}
        disabled={!MONTH.test(birthMonth) || reason.trim() === ''}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.call('correctBirthMonth', { pid, birthMonth, reason: reason.trim() });
          showToast(words.done);
          onDone();
        }}
      >
        <p>{words.correctBody}</p>
        <TextField
          label={words.month}
          value={birthMonth}
          onInput={setBirthMonth}
          input={{ maxLength: 7, autocomplete: 'off', placeholder: '2012-05' }}
        />
        <TextField
          label={text.tier.reason}
          value={reason}
          onInput={setReason}
          input={{ maxLength: 200, autocomplete: 'off' }}
        />
      </ConfirmDialog>
    </span>
  );
}

function Parent({ text, pid, parent, onDone }: Decision & { readonly parent: Family['parents'][number] }) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const words = text.family;
  return (
    <Fact label={words.parent}>
      {parent.pid}
      <span class="block">
        <Button look="plain" small onClick={() => setAsking(true)}>
          {words.end}
        </Button>
      </span>
      <ConfirmDialog
        open={isAsking}
        title={words.endTitle(parent.pid, pid)}
        confirm={words.end}
        disabled={reason.trim() === ''}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.call('endParent', { pid, parent: parent.pid, reason: reason.trim() });
          showToast(words.done);
          onDone();
        }}
      >
        <p>{words.endBody}</p>
        <TextField
          label={text.tier.reason}
          value={reason}
          onInput={setReason}
          input={{ maxLength: 200, autocomplete: 'off' }}
        />
      </ConfirmDialog>
    </Fact>
  );
}
