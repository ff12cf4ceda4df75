import type { GameText } from './text.en.ts';

export const gameText: GameText = {
  play: 'Main',
  playGame: (name) => `Main ${name}`,
  lastPlayed: 'Terakhir main',
  favourite: 'Favorit',
  notReviewed: 'Belum diverifikasi',
  paused: 'Dijeda',
};
