import { useState } from 'preact/hooks';
import type { Reply } from '@pid/contract/client';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { GamepadIcon } from '../../../../kit/controls/icons.tsx';
import { ItemList } from '../../../../kit/controls/item-list.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { later, useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { underWay } from '../../../wallet/parts/signed-request.ts';
import { api } from '../../../../kit/api/api.ts';
import { readPages } from '../../../../kit/api/read-pages.ts';
import type { Text } from './text.en.ts';

/** Both load when the player ends a session. */
const OperationProgress = later(
  6,
  async () => (await import('../../../wallet/parts/operation-progress.tsx')).OperationProgress,
);
const loadSigning = () => import('../../../wallet/parts/sign-operation.ts');

type GameSession = Reply<'listSessionGrants'>['items'][number];

interface Sessions {
  readonly pid: string;
  readonly items: readonly GameSession[];
}

async function readSessions(signal: AbortSignal): Promise<Sessions> {
  const [{ pid }, items] = await Promise.all([
    api.call('getIdentity', {}, { signal }),
    readPages((page) => api.call('listSessionGrants', page, { signal })),
  ]);
  return { pid, items };
}

const nameOf = (text: Text, { game }: GameSession) => game ?? text.unnamed;

/** Returns the reason in the player's language; an unknown reason is shown unchanged. */
function reasonOf(text: Text, { state, ended, reason }: GameSession): string | null {
  if (state === 'active') return null;
  if (state !== 'stale') return text.reasons[state];
  const known: Readonly<Record<string, string>> = text.staleReasons;
  return known[ended ?? ''] ?? reason ?? text.reasons.stale;
}

function Row({ text, session, onEnd }: { text: Text; session: GameSession; onEnd: () => void }) {
  const { state, expiresAt, allowedProgram } = session;
  const isActive = state === 'active';
  const name = nameOf(text, session);
  return (
    <li class="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span class="grid size-10 shrink-0 place-items-center rounded-md bg-brand-soft text-brand">
        <GamepadIcon />
      </span>
      <div class="min-w-44 flex-1 text-sm">
        <p class="flex flex-wrap items-center gap-2 text-base font-semibold">
          <span class="break-words">{name}</span>
          <Badge tone={isActive ? 'good' : state === 'stale' ? 'warn' : 'plain'}>{text.states[state]}</Badge>
        </p>
        <p class="text-muted">
          {isActive ? text.until : text.wasUntil}{' '}
          <DateTime value={new Date(expiresAt * 1_000).toISOString()} />
        </p>
        {!isActive && <p class="pt-1">{reasonOf(text, session)}</p>}
        <details class="pt-1 text-xs text-muted">
          <summary class="inline-flex min-h-11 cursor-pointer items-center">{text.details}</summary>
          <p class="break-all">
            {text.program} <code>{allowedProgram}</code>
          </p>
        </details>
      </div>
      {isActive && (
        <Button look="plain" small label={`${text.end}: ${name}`} onClick={onEnd}>
          {text.end}
        </Button>
      )}
    </li>
  );
}

function Lists({ text, sessions, reload }: { text: Text; sessions: Sessions; reload: () => void }) {
  const [request, setRequest] = useState(() => underWay.read(sessions.pid));
  const [asked, setAsked] = useState<GameSession | null>(null);
  const groups = {
    active: sessions.items.filter(({ state }) => state === 'active'),
    ended: sessions.items.filter(({ state }) => state !== 'active'),
  };
  if (request) {
    return (
      <OperationProgress
        text={text.progress}
        request={request}
        summary={request.shown['game']}
        onDone={() => {
          setRequest(null);
          reload();
        }}
      />
    );
  }
  if (sessions.items.length === 0) return <EmptyState title={text.emptyTitle}>{text.emptyBody}</EmptyState>;
  return (
    <>
      {(['active', 'ended'] as const).map(
        (group) =>
          groups[group].length > 0 && (
            <Card key={group} title={text.groups[group]}>
              <ItemList label={text.groups[group]}>
                {groups[group].map((session) => (
                  <Row
                    key={session.sessionAddress}
                    text={text}
                    session={session}
                    onEnd={() => setAsked(session)}
                  />
                ))}
              </ItemList>
            </Card>
          ),
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked ? text.endTitle(nameOf(text, asked)) : ''}
        confirm={text.endConfirm}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          const { signSessionEnd } = await loadSigning();
          if (asked) setRequest(await signSessionEnd(asked.sessionAddress, nameOf(text, asked)));
        }}
      >
        <p>{text.endBody}</p>
      </ConfirmDialog>
    </>
  );
}

export function Page({ text }: PageProps<Text>) {
  const loaded = useLoad('sessions', readSessions);
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <WhenLoaded loaded={loaded} waiting={5}>
        {(sessions) => <Lists text={text} sessions={sessions} reload={loaded.reload} />}
      </WhenLoaded>
    </div>
  );
}
