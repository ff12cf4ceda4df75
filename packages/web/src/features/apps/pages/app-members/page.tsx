import { useState } from 'preact/hooks';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { SelectField, TextField } from '../../../../kit/controls/inputs.tsx';
import { Item, ItemList } from '../../../../kit/controls/item-list.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { Pid } from '../../../../kit/controls/pid.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { owns } from '../../parts/my-rights.ts';
import { NoApp, isNoApp } from '../../parts/no-app.tsx';
import type { Text } from './text.en.ts';

type Member = Reply<'listMembers'>['items'][number];

const ROLES = ['developer', 'finance'] as const;

/** The name as people type it, with or without @pid. */
const pidOf = (typed: string) => `${typed.trim().toLowerCase().replace(/@pid$/u, '')}@pid`;

function HandleField({
  text,
  value,
  onInput,
}: {
  text: Text;
  value: string;
  onInput: (value: string) => void;
}) {
  return (
    <TextField
      label={text.handle}
      value={value}
      onInput={onInput}
      suffix="@pid"
      input={{
        autocomplete: 'off',
        autocapitalize: 'none',
        spellcheck: false,
        maxLength: 24,
        required: true,
      }}
    />
  );
}

interface SectionProps {
  readonly text: Text;
  readonly app: OwnedApp;
  readonly onChanged: () => void;
}

function Row({ text, member, onRemove }: { text: Text; member: Member; onRemove: (() => void) | null }) {
  const { pid, role, status, since, expiresAt } = member;
  return (
    <Item
      title={
        <span class="flex flex-wrap items-center gap-2">
          <span class="wrap-anywhere">
            <Pid pid={pid} />
          </span>
          <Badge tone={role === 'owner' && status === 'active' ? 'note' : 'plain'}>
            {status === 'invited' && role === 'owner' ? text.asked : text.roles[role]}
          </Badge>
          {status === 'invited' && role !== 'owner' && <Badge tone="warn">{text.invited}</Badge>}
        </span>
      }
      detail={
        <>
          {expiresAt === null ? text.since : text.until} <DateTime value={expiresAt ?? since} style="date" />
        </>
      }
      aside={
        onRemove && (
          <Button
            look="plain"
            small
            label={(status === 'invited' ? text.withdrawOf : text.removeOf)(pid)}
            onClick={onRemove}
          >
            {status === 'invited' ? text.withdraw : text.remove}
          </Button>
        )
      }
    />
  );
}

function Members({ text, app, members, onChanged }: SectionProps & { members: readonly Member[] }) {
  const [removed, setRemoved] = useState<Member | null>(null);
  const clientId = app.client_id;
  const isWithdrawn = removed?.status === 'invited';
  // A member who is asked to take over is removed with both, in the row of the member.
  const mayRemove = ({ pid, role, status }: Member) =>
    status === 'active'
      ? role !== 'owner'
      : members.every((other) => other.pid !== pid || other.status === 'invited');
  return (
    <Card title={text.list}>
      <ItemList label={text.list}>
        {members.map((member) => (
          <Row
            key={`${member.pid} ${member.status}`}
            text={text}
            member={member}
            onRemove={owns(app) && mayRemove(member) ? () => setRemoved(member) : null}
          />
        ))}
      </ItemList>
      <ConfirmDialog
        open={removed !== null}
        title={(isWithdrawn ? text.withdrawTitle : text.removeTitle)(removed?.pid ?? '')}
        confirm={isWithdrawn ? text.withdraw : text.remove}
        onClose={() => setRemoved(null)}
        onConfirm={async () => {
          await api.call('removeMember', { client_id: clientId, pid: removed!.pid });
          showToast((isWithdrawn ? text.withdrawn : text.removed)(removed!.pid));
          onChanged();
        }}
      >
        <p>{isWithdrawn ? text.withdrawBody : text.removeBody}</p>
      </ConfirmDialog>
    </Card>
  );
}

function Invite({ text, app, onChanged }: SectionProps) {
  const [handle, setHandle] = useState('');
  const [role, setRole] = useState<(typeof ROLES)[number]>('developer');
  const action = useAction(async () => {
    const pid = pidOf(handle);
    await api.call('inviteMember', { client_id: app.client_id, pid, role });
    showToast(text.invitedDone(pid));
    setHandle('');
    onChanged();
  });
  return (
    <Card title={text.inviteTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.inviteBody}</p>
      <Form class="grid grid-cols-1 gap-x-4 sm:grid-cols-2" onSubmit={() => void action.run()}>
        <HandleField text={text} value={handle} onInput={setHandle} />
        <SelectField
          label={text.role}
          hint={text.roleHints[role]}
          value={role}
          options={ROLES.map((value) => ({ value, label: text.roles[value] }))}
          onChange={setRole}
        />
        <div class="mt-4 grid justify-items-start gap-4 sm:col-span-2">
          <ErrorNotice error={action.error} />
          <Button type="submit" busy={action.busy} disabled={handle.trim() === ''}>
            {text.invite}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Transfer({ text, app, onChanged }: SectionProps) {
  const [handle, setHandle] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Card title={text.transferTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.transferBody}</p>
      <Form class="grid grid-cols-1 justify-items-start" onSubmit={() => setAsked(pidOf(handle))}>
        <HandleField text={text} value={handle} onInput={setHandle} />
        <Button type="submit" look="danger" disabled={handle.trim() === ''}>
          {text.transfer}
        </Button>
      </Form>
      <ConfirmDialog
        open={asked !== null}
        title={text.transferAsk(asked ?? '')}
        confirm={text.transfer}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          await api.call('transferApp', { client_id: app.client_id, pid: asked! });
          showToast(text.transferDone(asked!));
          setHandle('');
          onChanged();
        }}
      >
        <p>{text.transferBody}</p>
      </ConfirmDialog>
    </Card>
  );
}

function Leave({ text, app }: Omit<SectionProps, 'onChanged'>) {
  const [asking, setAsking] = useState(false);
  return (
    <Card title={text.leaveTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.leaveBody}</p>
      <Button look="danger" onClick={() => setAsking(true)}>
        {text.leave}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text.leaveAsk(app.name)}
        confirm={text.leave}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          const { pid } = await api.call('getIdentity');
          await api.call('removeMember', { client_id: app.client_id, pid });
          await navigate(PAGE_PATHS.apps, { replace: true });
          showToast(text.left(app.name));
        }}
      >
        <p>{text.leaveBody}</p>
      </ConfirmDialog>
    </Card>
  );
}

/** The members of an app. Its owner changes them here. */
export function Page({ text, params }: PageProps<Text>) {
  const clientId = params['clientId'] ?? '';
  const loaded = useLoad(clientId, async (signal) => {
    const [app, { items }] = await Promise.all([
      api.call('getApp', { client_id: clientId }, { signal }),
      api.call('listMembers', { client_id: clientId }, { signal }),
    ]);
    return { app, members: items };
  });
  if (isNoApp(loaded)) return <NoApp text={text.noApp} />;
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={loaded.state === 'ready' ? text.lead(loaded.value.app.name) : undefined}>
        {text.title}
      </PageTitle>
      <WhenLoaded loaded={loaded} waiting={8}>
        {({ app, members }) => {
          const section = { text, app, onChanged: loaded.reload };
          return (
            <>
              <Members {...section} members={members} />
              {owns(app) ? (
                <>
                  <Invite {...section} />
                  <Transfer {...section} />
                </>
              ) : (
                <Leave text={text} app={app} />
              )}
              <p>
                <ButtonLink
                  look="plain"
                  href={PAGE_PATHS.app.replace(':clientId', encodeURIComponent(clientId))}
                >
                  {text.back}
                </ButtonLink>
              </p>
            </>
          );
        }}
      </WhenLoaded>
    </div>
  );
}
