import { useState } from 'preact/hooks';
import type { Input } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { describeEvent, reasonOf } from '../../../security/parts/activity/describe-event.ts';
import type { ActivityText } from '../../../security/parts/activity/text.en.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { SelectField, TextField } from '../../../../kit/controls/inputs.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

export interface AuditTabProps {
  readonly text: ActivityText;
  readonly words: Text;
}

export type AuditFilter = Pick<Input<'listAudit'>, 'pid' | 'actor' | 'action' | 'target'>;

const plain = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false, maxLength: 64 } as const;
const asPid = (typed: string) =>
  `${typed
    .trim()
    .toLowerCase()
    .replace(/^@|@pid$/gu, '')}@pid`;

function FilterForm({
  text,
  words,
  onFilter,
}: AuditTabProps & { readonly onFilter: (filter: AuditFilter) => void }) {
  const [pid, setPid] = useState('');
  const [actor, setActor] = useState('');
  const [action, setAction] = useState('');
  return (
    <Form
      class="-mb-2 grid items-start gap-x-4 sm:grid-cols-2"
      role="search"
      onSubmit={() =>
        onFilter({
          ...(pid.trim() === '' ? {} : { pid: asPid(pid) }),
          ...(actor.trim() === ''
            ? {}
            : { actor: Object.hasOwn(words.audit.actors, actor.trim()) ? actor.trim() : asPid(actor) }),
          ...(action === '' ? {} : { action }),
        })
      }
    >
      <TextField
        label={words.audit.whom}
        hint={words.audit.whomHint}
        value={pid}
        onInput={setPid}
        input={plain}
      />
      <TextField
        label={words.who}
        hint={words.audit.whoHint}
        value={actor}
        onInput={setActor}
        input={plain}
      />
      <SelectField<string>
        label={words.what}
        value={action}
        options={[
          { value: '', label: words.audit.anything },
          ...Object.entries(text.actions)
            .map(([value, say]) => ({ value, label: say('…', '…', '…') }))
            .toSorted((left, right) => left.label.localeCompare(right.label)),
        ]}
        onChange={setAction}
      />
      <p class="sm:pt-7">
        <Button type="submit">{words.find}</Button>
      </p>
    </Form>
  );
}

/** Lists who did what, with the reason if there is one. */
export function AuditList({ text, words, filter }: AuditTabProps & { readonly filter: AuditFilter }) {
  const audit = usePages(
    `audit ${JSON.stringify(filter)}`,
    (page, options) => api.call('listAudit', { ...filter, ...page }, options),
    50,
  );
  const actors: Readonly<Record<string, string>> = words.audit.actors;
  return (
    <Listing pages={audit} lines={8} none={<p class="text-muted">{words.audit.none}</p>}>
      {(rows) => (
        <DataTable
          caption={words.auditTitle}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { label: words.when, render: ({ at }) => <DateTime value={at} /> },
            {
              label: words.who,
              render: ({ actor }) => (
                <span class="break-all sm:whitespace-nowrap">
                  {Object.hasOwn(actors, actor) ? actors[actor] : actor}
                </span>
              ),
            },
            {
              label: words.what,
              render: (event) => {
                const reason = reasonOf(event);
                return (
                  <>
                    {describeEvent(event, text)}
                    {reason !== null && <span class="block text-sm text-muted">{text.because(reason)}</span>}
                  </>
                );
              },
            },
            {
              label: words.target,
              render: ({ target }) => <span class="font-mono text-xs break-all">{target ?? '–'}</span>,
            },
            { label: words.from, render: ({ address }) => address ?? '–' },
          ]}
        />
      )}
    </Listing>
  );
}

export function AuditTab({ text, words }: AuditTabProps) {
  const [filter, setFilter] = useState<AuditFilter>({});
  return (
    <Card title={words.auditTitle}>
      <div class="grid grid-cols-1 gap-5">
        <FilterForm text={text} words={words} onFilter={setFilter} />
        <AuditList text={text} words={words} filter={filter} />
      </div>
    </Card>
  );
}
