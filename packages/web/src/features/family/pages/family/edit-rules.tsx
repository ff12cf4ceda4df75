import type { Reply } from '@pid/contract';
import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { Dialog } from '../../../../kit/controls/dialog.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Family } from '../../parts/family-card.tsx';
import { draftOf, isReadable, RulesForm, rulesOf, STRICT } from './rules-form.tsx';
import type { Text } from './text.en.ts';

interface RulesDialogProps {
  readonly text: Text;
  readonly child: Family['children'][number];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function RulesDialog({ text, child, onClose, onChanged }: RulesDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(child.rules));
  const save = useAction(async () => {
    await api.call('changeChildRules', { pid: child.pid, ...rulesOf(draft) });
    showToast(text.rulesSaved);
    onClose();
    onChanged();
  });
  return (
    <Dialog
      open
      locked={save.busy}
      title={text.rulesOf(child.pid)}
      onClose={onClose}
      actions={
        <Button busy={save.busy} disabled={!isReadable(draft)} onClick={() => save.run()}>
          {text.save}
        </Button>
      }
    >
      <RulesForm text={text} draft={draft} onChange={setDraft} />
      <ErrorNotice error={save.error} />
    </Dialog>
  );
}

export type FoundChild = Reply<'lookUpFamilyCode'>;

interface AddFoundProps {
  readonly text: Text;
  readonly code: string;
  readonly found: FoundChild;
  readonly onLeave: () => void;
  readonly onAdded: () => void;
}

/** The child and the rules, in one request that the parent's passkey signs. */
export function AddFound({ text, code, found, onLeave, onAdded }: AddFoundProps) {
  const [draft, setDraft] = useState(() => (found.rules ? draftOf(found.rules) : STRICT));
  const add = useAction(async () => {
    const { pid } = await api.call('addChild', { code, rules: rulesOf(draft) });
    showToast(text.added(pid));
    onAdded();
  });
  return (
    <Card title={text.addFound(found.pid)}>
      <Form class="grid gap-4" onSubmit={add.run}>
        <p>
          {text.age(found.ageBand)} {found.rules ? text.replaces(found.parents.join(', ')) : text.firstRules}
        </p>
        <RulesForm text={text} draft={draft} onChange={setDraft} />
        <ErrorNotice error={add.error} />
        <div class="flex flex-wrap gap-3">
          <Button type="submit" busy={add.busy} disabled={!isReadable(draft)}>
            {text.add}
          </Button>
          <Button look="plain" disabled={add.busy} onClick={onLeave}>
            {text.otherCode}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
