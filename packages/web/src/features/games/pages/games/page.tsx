import { useId } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { readPages } from '../../../../kit/api/read-pages.ts';
import type { Game, OwnGame } from '../../../../kit/api/shapes.ts';
import { EmptyState } from '../../../../kit/controls/empty-state.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { later, Skeleton, useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { GAME_GRID, GameTile } from '../../parts/game-tile.tsx';
import { drawSpending } from './draw-spending.ts';
import type { Text } from './text.en.ts';

/** Loaded only for players who have spent something. */
const SpendingCard = later(8, async () => (await import('./spending-card.tsx')).SpendingCard);

/** As many as two rows of a wide screen show. */
const RECENT_MAX = 6;

function Shelf({ text, title, games }: { text: Text; title: string; games: readonly (Game | OwnGame)[] }) {
  const id = useId();
  if (games.length === 0) return null;
  return (
    <section class="grid grid-cols-1 gap-3" aria-labelledby={id}>
      <h2 id={id} class="text-xl">
        {title}
      </h2>
      <ul class={GAME_GRID}>
        {games.map((game) => (
          <GameTile key={game.client_id} text={text.gameText} game={game} />
        ))}
      </ul>
    </section>
  );
}

function Waiting() {
  return (
    <div class={GAME_GRID}>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} class="h-52 w-full rounded-lg" />
      ))}
    </div>
  );
}

export function Page({ text }: PageProps<Text>) {
  const own = useLoad('own', async (signal) => {
    const [games, spending] = await Promise.all([
      // Favourites that are not connected come last.
      readPages((page) => api.call('listOwnGames', page, { signal }), 50),
      api.call('getSpending', { months: 6 }, { signal }),
    ]);
    const picture = drawSpending(spending.months, text.spending.others);
    if (picture) await SpendingCard.preload();
    return { games, picture };
  });
  const all = usePages('games', (page, options) =>
    api.call('listGames', page, { ...options, session: 'none' }),
  );
  return (
    <div class="grid grid-cols-1 gap-8">
      <PageTitle
        lead={text.lead}
        action={
          <a class="text-link inline-flex min-h-11 items-center text-sm" href={PAGE_PATHS.connected}>
            {text.manage}
          </a>
        }
      >
        {text.title}
      </PageTitle>
      <WhenLoaded loaded={own} waiting={<Waiting />}>
        {({ games, picture }) => {
          const played = games.filter(({ lastPlayedAt }) => lastPlayedAt !== null);
          const favourites = games.filter(({ favourite }) => favourite);
          return (
            <>
              <Shelf text={text} title={text.yours} games={played.slice(0, RECENT_MAX)} />
              <Shelf text={text} title={text.favourites} games={favourites} />
              {picture && <SpendingCard text={text} picture={picture} />}
              <Listing
                pages={all}
                lines={6}
                none={<EmptyState title={text.noneTitle}>{text.noneBody}</EmptyState>}
              >
                {(listed) => <Shelf text={text} title={text.all} games={listed} />}
              </Listing>
            </>
          );
        }}
      </WhenLoaded>
    </div>
  );
}
