import { useState } from 'preact/hooks';
import type { Input } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { describeEvent, reasonOf } from '../../../security/parts/activity/describe-event.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { SelectField, TextField } from '../../../../kit/controls/inputs.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

export type AuditFilter = Pick<Input<'listAudit'>, 'pid' | 'actor' | 'action' | 'target'>;

const plain = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false, maxLength: 64 } as const;
const asPid = (typed: string) =>
  `${typed
    .trim()
    .toLowerCase()
    .replace(/^@|@pid$/gu, '')}@pid`;

function FilterForm({ text, onFilter }: { text: Text; onFilter: (filter: AuditFilter) => void }) {
  const [pid, setPid] = useState('');
  const [actor, setActor] = useState('');
  const [action, setAction] = useState('');
  const words = text.audit;
  return (
    <Form
      class="-mb-2 grid items-start gap-x-4 sm:grid-cols-2"
      role="search"
      onSubmit={() =>
        onFilter({
          ...(pid.trim() === '' ? {} : { pid: asPid(pid) }),
          ...(actor.trim() === ''
            ? {}
            : { actor: Object.hasOwn(words.actors, actor.trim()) ? actor.trim() : asPid(actor) }),
          ...(action === '' ? {} : { action }),
        })
      }
    >
      <TextField label={words.whom} hint={words.whomHint} value={pid} onInput={setPid} input={plain} />
      <TextField label={text.who} hint={words.whoHint} value={actor} onInput={setActor} input={plain} />
      <SelectField<string>
        label={text.what}
        value={action}
        options={[
          { value: '', label: words.anything },
          ...Object.entries(text.activityText.actions)
            .map(([value, say]) => ({ value, label: say('…', '…') }))
            .toSorted((left, right) => left.label.localeCompare(right.label)),
        ]}
        onChange={setAction}
      />
      <p class="sm:pt-7">
        <Button type="submit">{text.find}</Button>
      </p>
    </Form>
  );
}

/** Lists who did what, with the reason if there is one. */
export function AuditList({ text, filter }: { text: Text; filter: AuditFilter }) {
  const audit = usePages(
    `audit ${JSON.stringify(filter)}`,
    (page, options) => api.call('listAudit', { ...filter, ...page }, options),
    50,
  );
  const actors: Readonly<Record<string, string>> = text.audit.actors;
  return (
    <Listing pages={audit} lines={8} none={<p class="text-muted">{text.audit.none}</p>}>
      {(rows) => (
        <DataTable
          caption={text.auditTitle}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { label: text.when, render: ({ at }) => <DateTime value={at} /> },
            {
              label: text.who,
              render: ({ actor }) => (
                <span class="break-all sm:whitespace-nowrap">
                  {Object.hasOwn(actors, actor) ? actors[actor] : actor}
                </span>
              ),
            },
            {
              label: text.what,
              render: (event) => {
                const reason = reasonOf(event);
                return (
                  <>
                    {describeEvent(event, text.activityText)}
                    {reason !== null && (
                      <span class="block text-sm text-muted">{text.activityText.because(reason)}</span>
                    )}
                  </>
                );
              },
            },
            {
              label: text.target,
              render: ({ target }) => <span class="font-mono text-xs break-all">{target ?? '–'}</span>,
            },
            { label: text.from, render: ({ address }) => address ?? '–' },
          ]}
        />
      )}
    </Listing>
  );
}

export function AuditTab({ text }: { text: Text }) {
  const [filter, setFilter] = useState<AuditFilter>({});
  return (
    <Card title={text.auditTitle}>
      <div class="grid grid-cols-1 gap-5">
        <FilterForm text={text} onFilter={setFilter} />
        <AuditList text={text} filter={filter} />
      </div>
    </Card>
  );
}
