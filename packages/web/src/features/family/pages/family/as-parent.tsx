import type { Reply } from '@pid/contract';
import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Dialog } from '../../../../kit/controls/dialog.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { Family } from '../../parts/family-card.tsx';
import { CodeMaker } from './code-maker.tsx';
import { RulesFacts } from './rules-facts.tsx';
import { draftOf, isReadable, RulesForm, rulesOf, STRICT, type RulesDraft } from './rules-form.tsx';
import type { Text } from './text.en.ts';

interface Part {
  readonly text: Text;
  readonly onChanged: () => void;
}

type Child = Family['children'][number];
type Request = Family['requests'][number];

/** One request: who, what, how much, until when. The parent's passkey signs the decision. */
export function Asked({ text, request, onChanged }: Part & { request: Request }) {
  const decide = useAction(async (decision: 'allow' | 'deny') => {
    await api.call('decideFamilyRequest', { id: request.id, decision });
    showToast(decision === 'allow' ? text.allowed : text.denied);
    onChanged();
  });
  return (
    <Card title={text.asks(request.pid)}>
      <div class="grid gap-4">
        <p>{text.wants(formatRupiah(BigInt(request.total)), request.app)}</p>
        <p class="text-sm text-muted">
          {text.until} <DateTime value={request.expiresAt} />. {text.onlyThis}
        </p>
        <ErrorNotice error={decide.error} />
        <div class="flex flex-wrap gap-3">
          <Button look="sun" busy={decide.busy} waitsToBeRead onClick={() => decide.run('allow')}>
            {text.allow}
          </Button>
          <Button look="plain" disabled={decide.busy} onClick={() => decide.run('deny')}>
            {text.deny}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function ChangeRules({ text, child, onChanged }: Part & { child: Child }) {
  const [draft, setDraft] = useState<RulesDraft | null>(null);
  const save = useAction(async () => {
    await api.call('changeChildRules', { pid: child.pid, ...rulesOf(draft!) });
    showToast(text.rulesSaved);
    setDraft(null);
    onChanged();
  });
  return (
    <>
      <Button look="plain" small onClick={() => setDraft(draftOf(child.rules))}>
        {text.changeRules}
      </Button>
      <Dialog
        open={draft !== null}
        locked={save.busy}
        title={text.rulesOf(child.pid)}
        onClose={() => setDraft(null)}
        actions={
          <Button busy={save.busy} disabled={draft === null || !isReadable(draft)} onClick={() => save.run()}>
            {text.save}
          </Button>
        }
      >
        {draft && <RulesForm text={text} draft={draft} onChange={setDraft} />}
        <ErrorNotice error={save.error} />
      </Dialog>
    </>
  );
}

/** What may the child do, and what did it spend? */
export function ChildCard({ text, child, onChanged }: Part & { child: Child }) {
  const [isLeaving, setLeaving] = useState(false);
  const { pid, ageBand, rules, spentThisMonth, since } = child;
  return (
    <Card title={pid}>
      <div class="grid gap-4">
        <p class="text-sm text-muted">
          {text.age(ageBand)} {text.since} <DateTime value={since} style="date" />
        </p>
        <RulesFacts text={text} rules={rules} spent={spentThisMonth} />
        <div class="flex flex-wrap items-start gap-3">
          <ChangeRules text={text} child={child} onChanged={onChanged} />
          <CodeMaker
            text={text}
            label={text.secondParent}
            make={() => api.call('inviteSecondParent', { pid })}
          />
        </div>
        <p class="border-t border-line pt-3">
          <Button look="quiet" small onClick={() => setLeaving(true)}>
            {text.leave}
          </Button>
        </p>
      </div>
      <ConfirmDialog
        open={isLeaving}
        title={text.leaveTitle(pid)}
        confirm={text.leave}
        onClose={() => setLeaving(false)}
        onConfirm={async () => {
          await api.call('removeChild', { pid });
          onChanged();
        }}
      >
        <p>{text.leaveBody(pid)}</p>
      </ConfirmDialog>
    </Card>
  );
}

/** The code from the child's device, then the child and the rules, in one request that the parent's passkey signs. */
export function AddChild({ text, isFirst, onChanged }: Part & { isFirst: boolean }) {
  const [isOpen, setOpen] = useState(isFirst);
  const [code, setCode] = useState('');
  const [found, setFound] = useState<Reply<'lookUpFamilyCode'> | null>(null);
  const [draft, setDraft] = useState(STRICT);
  const lookUp = useAction(async () => {
    const child = await api.call('lookUpFamilyCode', { code: code.trim() });
    setFound(child);
    setDraft(child.rules ? draftOf(child.rules) : STRICT);
  });
  const add = useAction(async () => {
    const { pid } = await api.call('addChild', { code: code.trim(), rules: rulesOf(draft) });
    showToast(text.added(pid));
    setFound(null);
    setCode('');
    onChanged();
  });
  if (!isOpen)
    return (
      <p>
        <Button look="plain" onClick={() => setOpen(true)}>
          {text.addAnother}
        </Button>
      </p>
    );
  if (found)
    return (
      <Card title={text.addFound(found.pid)}>
        <Form class="grid gap-4" onSubmit={add.run}>
          <p>
            {text.age(found.ageBand)}{' '}
            {found.rules ? text.replaces(found.parents.join(', ')) : text.firstRules}
          </p>
          <RulesForm text={text} draft={draft} onChange={setDraft} />
          <ErrorNotice error={add.error} />
          <div class="flex flex-wrap gap-3">
            <Button type="submit" busy={add.busy} disabled={!isReadable(draft)}>
              {text.add}
            </Button>
            <Button look="plain" disabled={add.busy} onClick={() => setFound(null)}>
              {text.otherCode}
            </Button>
          </div>
        </Form>
      </Card>
    );
  return (
    <Card title={text.addTitle}>
      <Form class="grid gap-4" onSubmit={lookUp.run}>
        <p>{text.addBody}</p>
        <TextField
          label={text.code}
          hint={text.codeHint}
          value={code}
          onInput={setCode}
          input={{
            name: 'family-code',
            maxLength: 20,
            autocomplete: 'off',
            autocapitalize: 'none',
            spellcheck: false,
          }}
        />
        <ErrorNotice error={lookUp.error} />
        <p>
          <Button type="submit" busy={lookUp.busy} disabled={code.trim() === ''}>
            {text.next}
          </Button>
        </p>
      </Form>
    </Card>
  );
}
