import type { Language } from '@pid/contract/languages';
import type { Game } from '../api/shapes.ts';

type Named = Pick<Game, 'name' | 'texts'>;

/** The name in the player's language, or else the name of the app. */
export const nameOfGame = ({ name, texts }: Named, language: Language): string =>
  texts[language]?.name ?? name;

/** What the game is: in the player's language, or else in any; null without a text. */
export const textOfGame = ({ texts }: Named, language: Language): string | null =>
  texts[language]?.text ?? Object.values(texts).find(({ text }) => text !== undefined)?.text ?? null;
