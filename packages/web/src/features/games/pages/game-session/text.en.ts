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
  wallet: {
    title: (app: string) => `Get your wallet ready for ${app}`,
    body: 'Just once: the game plays with your wallet. One touch a step, then you play.',
    passkey: 'Make a passkey',
    activate: 'Activate your wallet',
    allow: 'Let the game play',
    free: (app: string) => `Free for players of ${app}: PID pays.`,
    own: 'Paid once, out of your wallet.',
    needsSol: (amount: string) =>
      `Your wallet lacks ${amount}. Send it from an exchange or another wallet, or ask a friend who has SOL.`,
    exhausted: 'Today’s free activations are used up. Come back tomorrow, or pay for it yourself.',
    fund: 'To your wallet',
    tooNew: 'Your passkey is too new',
    tooNewFrom: 'It can guard a wallet from',
    tooNewBody: 'To play now: remove it in Security, sign in again and make another.',
    wait: 'To Security',
  },
  unknownGame: 'PID does not know this game, so no session can be opened for it. Nothing was shared.',
  brokenTitle: 'This link is broken',
  brokenBody:
    'The game that sent you here asked in a way we cannot trust. Close this window and tell the game.',
};
export type Text = typeof text;
