export const text = {
  title: 'In the list of games',
  lead: 'Players find verified games at /games and on their home page. Everything here is reviewed with the verification; a change removes the badge until the next review.',
  cover: 'Cover',
  coverHint: 'Any wide picture. It is cut to 16 by 9 and made smaller than 15 kB here, on your device.',
  chooseCover: 'Choose a picture',
  removeCover: 'Remove cover',
  coverFlaw: 'This file is not a picture, or it cannot be made small enough. Try a simpler one.',
  coverSaved: 'The cover is saved.',
  playUrl: 'Where the game starts',
  playUrlHint:
    'An address on one of your origins, such as https://game.example/play. Without it, the game is not listed.',
  playUrlFlaw: 'Enter an https address on one of your origins.',
  nameIn: (language: string) => `Name (${language})`,
  nameHint: 'Leave it empty to use the name of the app.',
  textIn: (language: string) => `Short text (${language})`,
  textHint: 'What the game is, in one line of at most 140 characters.',
  save: 'Save the game page',
  saved: 'Saved. Request verification so that players see it.',
};
export type GameCardText = typeof text;
