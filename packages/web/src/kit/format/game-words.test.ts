import { expect, test } from 'vitest';
import { nameOfGame, textOfGame } from './game-words.ts';

const game = {
  name: 'Star Paddle',
  texts: { id: { name: 'Dayung Bintang', text: 'Dayung sampai ke bintang.' } },
};

test('prefers the name and text of the language', () => {
  expect(nameOfGame(game, 'id')).toBe('Dayung Bintang');
  expect(textOfGame(game, 'id')).toBe('Dayung sampai ke bintang.');
});

test('falls back to the name of the app and to the text of another language', () => {
  expect(nameOfGame(game, 'en')).toBe('Star Paddle');
  expect(textOfGame(game, 'en')).toBe('Dayung sampai ke bintang.');
  expect(textOfGame({ ...game, texts: {} }, 'en')).toBeNull();
});
