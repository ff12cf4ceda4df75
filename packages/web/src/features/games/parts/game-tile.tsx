import type { Game, OwnGame } from '../../../kit/api/shapes.ts';
import { AppLogo } from '../../../kit/controls/app-logo.tsx';
import { Badge } from '../../../kit/controls/badge.tsx';
import { ButtonLink } from '../../../kit/controls/button.tsx';
import { classNames } from '../../../kit/controls/class-names.ts';
import { DateTime } from '../../../kit/controls/date-time.tsx';
import { GameCover } from '../../../kit/controls/game-cover.tsx';
import { PlayIcon, StarIcon } from '../../../kit/controls/icons.tsx';
import { nameOfGame, textOfGame } from '../../../kit/format/game-words.ts';
import { locale } from '../../../kit/i18n/locale.ts';
import type { GameText } from './text.en.ts';

const gamePath = (clientId: string) => `/games/${clientId}`;

/** Starts the game. Absent while it is paused or not verified, because nobody has reviewed its address. */
export function PlayLink({
  text,
  game,
  small,
  class: extra,
}: {
  text: GameText;
  game: Game | OwnGame;
  small?: boolean;
  class?: string;
}) {
  if (game.playUrl === null || ('status' in game && game.status === 'paused')) return null;
  return (
    <ButtonLink
      look="sun"
      href={game.playUrl}
      {...(small === true ? { small } : {})}
      {...(extra === undefined ? {} : { class: extra })}
    >
      <PlayIcon class="size-4" />
      <span aria-hidden="true">{text.play}</span>
      <span class="sr-only">{text.playGame(nameOfGame(game, locale.value))}</span>
    </ButtonLink>
  );
}

export interface GameTileProps {
  readonly text: GameText;
  readonly game: Game | OwnGame;
  /** Takes the width of the list. */
  readonly large?: boolean;
}

/** One game in a grid: its cover, which leads to its page, and the button that starts it. */
export function GameTile({ text, game, large = false }: GameTileProps) {
  const own = 'favourite' in game ? game : null;
  const about = textOfGame(game, locale.value);
  return (
    <li
      class={classNames(
        'panel flex min-w-0 flex-col overflow-hidden',
        large && 'col-span-full sm:col-span-2',
      )}
    >
      <a href={gamePath(game.client_id)} class="group relative block min-w-0">
        <GameCover seed={game.client_id} cover={game.cover} />
        {own?.favourite === true && (
          <span class="absolute top-2 right-2 grid size-8 place-items-center rounded-full bg-[#03180f]/75 text-[#ffc94d]">
            <StarIcon class="size-4" filled />
            <span class="sr-only">{text.favourite}</span>
          </span>
        )}
        <span class="flex items-center gap-2.5 px-3 pt-3">
          {game.cover === null && game.logoUrl !== null && (
            <AppLogo name={game.name} logoUrl={game.logoUrl} class="size-8" />
          )}
          <span
            class={classNames(
              'min-w-0 font-display leading-tight font-bold wrap-anywhere group-hover:underline',
              large ? 'text-xl' : 'text-base',
            )}
          >
            {nameOfGame(game, locale.value)}
          </span>
        </span>
      </a>
      <div class="flex flex-1 flex-col gap-2 px-3 pt-1 pb-3">
        {own?.status === 'paused' ? (
          <p>
            <Badge tone="warn">{text.paused}</Badge>
          </p>
        ) : (
          !game.verified && (
            <p>
              <Badge tone="warn">{text.notReviewed}</Badge>
            </p>
          )
        )}
        {game.rating !== null && (
          <p>
            <Badge>{game.rating}</Badge>
          </p>
        )}
        {own !== null && own.lastPlayedAt !== null ? (
          <p class="text-sm text-muted">
            {text.lastPlayed} <DateTime value={own.lastPlayedAt} style="date" />
          </p>
        ) : (
          about !== null && <p class="line-clamp-3 text-sm text-muted wrap-anywhere">{about}</p>
        )}
        <PlayLink text={text} game={game} small={!large} class="mt-auto w-full" />
      </div>
    </li>
  );
}

export const GAME_GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4';
