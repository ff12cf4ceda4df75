import { useState } from 'preact/hooks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { Text } from './text.en.ts';

type Words = Text['games'];

type GameProgram = Reply<'listGamePrograms'>['items'][number];

const PLAIN = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;

function AddForm({ text, onAdded }: { text: Words; onAdded: () => void }) {
  const [program, setProgram] = useState('');
  const [name, setName] = useState('');
  const [clientId, setClientId] = useState('');
  const add = useAction(async () => {
    const app = clientId.trim();
    await api.call('allowGameProgram', {
      program: program.trim(),
      name: name.trim(),
      ...(app === '' ? {} : { clientId: app }),
    });
    for (const clear of [setProgram, setName, setClientId]) clear('');
    showToast(text.added);
    onAdded();
  });
  return (
    <Card title={text.addTitle}>
      <Form class="grid gap-4" onSubmit={add.run}>
        <TextField
          label={text.addressLabel}
          value={program}
          onInput={setProgram}
          input={{ ...PLAIN, maxLength: 44, required: true }}
        />
        <TextField
          label={text.nameLabel}
          value={name}
          onInput={setName}
          input={{ maxLength: 80, required: true, autocomplete: 'off' }}
        />
        <TextField
          label={text.appLabel}
          value={clientId}
          onInput={setClientId}
          input={{ ...PLAIN, maxLength: 64 }}
        />
        <ErrorNotice error={add.error} />
        <Button type="submit" busy={add.busy}>
          {text.add}
        </Button>
      </Form>
    </Card>
  );
}

/** The allowlist of on-chain programs that sessions may call. */
export function GamesTab({ text }: { text: Words }) {
  const found = usePages('games', (page, options) => api.call('listGamePrograms', page, options));
  const [asked, setAsked] = useState<GameProgram | null>(null);
  return (
    <div class="grid grid-cols-1 gap-6">
      <AddForm text={text} onAdded={found.reload} />
      <Card>
        <div class="grid grid-cols-1 gap-5">
          <p class="text-muted">{text.lead}</p>
          <Listing pages={found} lines={4} none={<p>{text.none}</p>}>
            {(rows) => (
              <DataTable
                caption={text.caption}
                rows={rows}
                rowKey={({ program }) => program}
                columns={[
                  { label: text.name, render: ({ name }) => <strong class="break-words">{name}</strong> },
                  {
                    label: text.program,
                    render: ({ program }) => <code class="text-xs break-all">{program}</code>,
                  },
                  {
                    label: text.app,
                    render: ({ clientId }) => <code class="text-xs break-all">{clientId ?? '–'}</code>,
                  },
                  {
                    label: text.since,
                    render: ({ createdAt }) => <DateTime value={createdAt} style="date" />,
                  },
                  {
                    label: text.actions,
                    align: 'end',
                    render: (entry) => (
                      <Button
                        look="plain"
                        small
                        label={`${text.remove}: ${entry.name}`}
                        onClick={() => setAsked(entry)}
                      >
                        {text.remove}
                      </Button>
                    ),
                  },
                ]}
              />
            )}
          </Listing>
        </div>
        <ConfirmDialog
          open={asked !== null}
          title={asked ? text.removeTitle(asked.name) : ''}
          confirm={text.remove}
          look="danger"
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            if (!asked) return;
            await api.call('disallowGameProgram', { program: asked.program });
            showToast(text.removed);
            found.reload();
          }}
        >
          <p>{text.removeBody}</p>
        </ConfirmDialog>
      </Card>
    </div>
  );
}
