import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { OwnGame, Permission } from '../../../../kit/api/shapes.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { GameCover } from '../../../../kit/controls/game-cover.tsx';
import { StarIcon } from '../../../../kit/controls/icons.tsx';
import { Fact, Facts, Item, ItemList } from '../../../../kit/controls/item-list.tsx';
import { later, Skeleton, SkeletonGroup, useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { nameOfGame, textOfGame } from '../../../../kit/format/game-words.ts';
import { locale, useCommon } from '../../../../kit/i18n/locale.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { hasChain } from '../../../../kit/navigation/has-chain.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { PlayLink } from '../../parts/game-tile.tsx';
import { readGame, readSessionsOf, type GameFacts } from './read-game.ts';
import type { Text } from './text.en.ts';

/** Few games may charge a player without asking. */
const AllowanceList = later(
  2,
  async () => (await import('../../../money/parts/allowance-list.tsx')).AllowanceList,
);

interface PartProps {
  readonly text: Text;
  readonly game: OwnGame;
  readonly onChanged: () => void;
}

function Hero({ text, game, onChanged }: PartProps) {
  const common = useCommon();
  const about = textOfGame(game, locale.value);
  const mark = useAction(async () => {
    await api.call(game.favourite ? 'removeFavouriteGame' : 'addFavouriteGame', {
      client_id: game.client_id,
    });
    onChanged();
  });
  return (
    <section class="panel overflow-hidden">
      <GameCover seed={game.client_id} cover={game.cover} class="sm:aspect-[21/9]" />
      <div class="grid grid-cols-1 gap-4 p-5">
        <div class="grid gap-1">
          <h1 class="text-3xl wrap-anywhere" tabIndex={-1}>
            {nameOfGame(game, locale.value)}
          </h1>
          <p>
            {game.rating !== null && <Badge>{game.rating}</Badge>}
            {game.verified ? (
              <Badge tone="good" check>
                {common.login.verified}
              </Badge>
            ) : (
              <Badge tone="warn">{text.gameText.notReviewed}</Badge>
            )}
          </p>
          {about !== null && <p class="pt-1 text-muted wrap-anywhere">{about}</p>}
        </div>
        {game.status === 'paused' && <Notice tone="warn">{text.gameText.paused}</Notice>}
        <div class="flex flex-wrap gap-3">
          <PlayLink text={text.gameText} game={game} class="min-w-40 flex-1 sm:flex-none" />
          <Button look="plain" busy={mark.busy} onClick={() => mark.run()}>
            <StarIcon class="size-4" filled={game.favourite} />
            {game.favourite ? text.removeFavourite : text.addFavourite}
          </Button>
        </div>
        <ErrorNotice error={mark.error} />
      </div>
    </section>
  );
}

function Connection({ text, game, onChanged }: PartProps) {
  const [asking, setAsking] = useState(false);
  const name = nameOfGame(game, locale.value);
  if (game.connectedAt === null)
    return (
      <Card title={text.connectionTitle}>
        <p class="text-sm text-muted">{text.notConnected}</p>
      </Card>
    );
  return (
    <Card
      title={text.connectionTitle}
      action={
        <Button look="plain" small onClick={() => setAsking(true)}>
          {text.end}
        </Button>
      }
    >
      <p class="font-semibold">
        {text.connected} <DateTime value={game.connectedAt} style="date" />
      </p>
      <p class="text-sm text-muted">{text.connectionBody}</p>
      <ConfirmDialog
        open={asking}
        title={text.endTitle(name)}
        confirm={text.end}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.call('disconnectApp', { client_id: game.client_id });
          showToast(text.ended(name));
          onChanged();
        }}
      >
        <p>{text.endBody}</p>
      </ConfirmDialog>
    </Card>
  );
}

const SMALL_LINK = 'text-link -my-2 inline-flex min-h-11 items-center text-sm';

function Sessions({ text, clientId }: { text: Text; clientId: string }) {
  const sessions = useLoad(clientId, (signal) => readSessionsOf(clientId, signal));
  return (
    <Card
      title={text.sessionsTitle}
      action={
        <a class={SMALL_LINK} href={PAGE_PATHS.gameSessions}>
          {text.manageSessions}
        </a>
      }
    >
      <WhenLoaded loaded={sessions} waiting={1}>
        {(items) =>
          items.length === 0 ? (
            <p class="text-sm text-muted">{text.noSessions}</p>
          ) : (
            <ul class="grid gap-1">
              {items.map(({ sessionAddress, expiresAt }) => (
                <li key={sessionAddress} class="font-semibold">
                  {text.sessionUntil} <DateTime value={new Date(expiresAt * 1_000).toISOString()} />
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Card>
  );
}

function Permissions({ text, permissions }: { text: Text; permissions: readonly Permission[] }) {
  return (
    <Card
      title={text.permissionsTitle}
      action={
        <a class={SMALL_LINK} href={PAGE_PATHS.permissions}>
          {text.managePermissions}
        </a>
      }
    >
      {permissions.length === 0 ? (
        <p class="text-sm text-muted">{text.noPermissions}</p>
      ) : (
        <ItemList label={text.permissionsTitle}>
          {permissions.map(({ id, status, expiry }) => (
            <Item
              key={id}
              title={status === 'pending' ? text.permissionStates.pending : text.permissionStates.active}
              detail={
                <>
                  {text.permissionUntil} <DateTime value={new Date(expiry * 1_000).toISOString()} />
                </>
              }
            />
          ))}
        </ItemList>
      )}
    </Card>
  );
}

function GameView({ text, facts, onChanged }: { text: Text; facts: GameFacts; onChanged: () => void }) {
  const { game, spent, permissions, allowances } = facts;
  return (
    <div class="grid grid-cols-1 gap-6">
      <Hero text={text} game={game} onChanged={onChanged} />
      <div class="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card title={text.factsTitle}>
          <Facts>
            <Fact label={text.gameText.lastPlayed}>
              {game.lastPlayedAt === null ? text.never : <DateTime value={game.lastPlayedAt} />}
            </Fact>
            <Fact label={text.spent}>
              <span class="flex flex-wrap items-center gap-3">
                <Money amount={spent} />
                <a class="text-link text-sm" href={`${PAGE_PATHS.payments}?clientId=${game.client_id}`}>
                  {text.payments}
                </a>
              </span>
            </Fact>
          </Facts>
        </Card>
        <Connection text={text} game={game} onChanged={onChanged} />
        <Card title={text.allowanceText.title}>
          {allowances.length === 0 ? (
            <p class="text-sm text-muted">{text.allowanceText.none}</p>
          ) : (
            <AllowanceList
              text={text.allowanceText}
              allowances={allowances}
              namesApp={false}
              onEnded={onChanged}
            />
          )}
        </Card>
        {hasChain && <Sessions text={text} clientId={game.client_id} />}
        <Permissions text={text} permissions={permissions} />
      </div>
    </div>
  );
}

export function Page({ text, params }: PageProps<Text>) {
  const clientId = params['clientId'] ?? '';
  const loaded = useLoad(clientId, async (signal) => {
    const facts = await readGame(clientId, signal);
    if (facts.allowances.length > 0) await AllowanceList.preload();
    return facts;
  });
  if (loaded.state === 'ready')
    return <GameView text={text} facts={loaded.value} onChanged={loaded.reload} />;
  if (loaded.state === 'failed' && loaded.error instanceof Refusal && loaded.error.status === 404)
    return (
      <Scene
        handle="no_game"
        title={text.noneTitle}
        actions={<ButtonLink href={PAGE_PATHS.games}>{text.allGames}</ButtonLink>}
      >
        {text.noneBody}
      </Scene>
    );
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle>{text.title}</PageTitle>
      {loaded.state === 'failed' ? (
        <ErrorNotice error={loaded.error} onRetry={loaded.reload} />
      ) : (
        <>
          <Skeleton class="aspect-video w-full rounded-lg" />
          <SkeletonGroup lines={5} />
        </>
      )}
    </div>
  );
}
