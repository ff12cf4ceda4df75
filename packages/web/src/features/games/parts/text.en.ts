/** A game in a list, shared by the home page and the pages of games. */
export const gameText = {
  play: 'Play',
  playGame: (name: string) => `Play ${name}`,
  lastPlayed: 'Last played',
  favourite: 'Favourite',
  notReviewed: 'Not verified',
  paused: 'Paused',
};
export type GameText = typeof gameText;
