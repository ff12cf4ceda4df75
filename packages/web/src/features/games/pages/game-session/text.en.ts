export const text = {
  title: 'Play without asking',
  ask: (app: string) => `Let ${app} play your moves?`,
  until: (hours: number) =>
    `For ${hours} ${hours === 1 ? 'hour' : 'hours'} this browser may make moves for you in this one game, without asking each time.`,
  never: 'It can never touch your wallet, your money or your name.',
  ends: 'It ends by itself when the time is over, when the game is changed, or when you end it.',
  free: 'You pay nothing for your moves.',
  allow: 'Allow with your passkey',
  deny: 'No',
  inactive: 'Your wallet is not activated yet. Activate it first; from there a link leads you back here.',
  toWallet: 'To your wallet',
  unknownGame: 'PID does not know this game, so no session can be opened for it. Nothing was shared.',
  brokenTitle: 'This link is broken',
  brokenBody:
    'The game that sent you here asked in a way we cannot trust. Close this window and tell the game.',
};
export type Text = typeof text;
