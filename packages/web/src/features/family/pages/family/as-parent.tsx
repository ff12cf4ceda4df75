import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { Family } from '../../parts/family-card.tsx';
import { CodeMaker } from './code-maker.tsx';
import type { FoundChild } from './edit-rules.tsx';
import { RulesFacts } from './rules-facts.tsx';
import type { Text } from './text.en.ts';

/** The form with the rules loads when a parent opens it. */
const RulesDialog = later(0, async () => (await import('./edit-rules.tsx')).RulesDialog);
const AddFound = later(8, async () => (await import('./edit-rules.tsx')).AddFound);

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
  const [isOpen, setOpen] = useState(false);
  const show = async () => {
    // If it does not load, the open part says so.
    await RulesDialog.preload().catch(() => null);
    setOpen(true);
  };
  return (
    <>
      <Button look="plain" small onClick={show}>
        {text.changeRules}
      </Button>
      {isOpen && (
        <RulesDialog text={text} child={child} onClose={() => setOpen(false)} onChanged={onChanged} />
      )}
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

/** The code from the child's device, then the child and the rules. */
export function AddChild({ text, isFirst, onChanged }: Part & { isFirst: boolean }) {
  const [isOpen, setOpen] = useState(isFirst);
  const [code, setCode] = useState('');
  const [found, setFound] = useState<FoundChild | null>(null);
  const lookUp = useAction(async () => {
    const [child] = await Promise.all([
      api.call('lookUpFamilyCode', { code: code.trim() }),
      AddFound.preload(),
    ]);
    setFound(child);
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
      <AddFound
        text={text}
        code={code.trim()}
        found={found}
        onLeave={() => setFound(null)}
        onAdded={() => {
          setFound(null);
          setCode('');
          onChanged();
        }}
      />
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
