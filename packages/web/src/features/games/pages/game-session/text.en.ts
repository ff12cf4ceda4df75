export const text = {
  title: 'Allow a game to play',
  ask: (app: string) => `Let ${app} make your moves?`,
  until: (hours: number) =>
    `For ${hours} ${hours === 1 ? 'hour' : 'hours'} this browser can make moves for you in this game, without asking each time.`,
  learnsName: (pid: string) => `The game learns your player name, ${pid}.`,
  never: 'It can never use your wallet, your money or your name.',
  ends: 'It ends when the time is up, when the game changes, or when you end it.',
  free: 'You pay nothing for your moves.',
  allow: 'Allow with your passkey',
  deny: 'No',
  wallet: {
    title: (app: string) => `Get your wallet ready for ${app}`,
    body: 'You do this once, because the game uses your wallet. Each step is one touch. Then you play.',
    passkey: 'Make a passkey',
    activate: 'Activate your wallet',
    allow: 'Let the game play',
    free: (app: string) => `Free for players of ${app}: PID pays.`,
    own: 'You pay once, from your wallet.',
    needsSol: (amount: string) =>
      `Your wallet is short of ${amount}. It cannot be paid in rupiah right now: try again later, or ask a friend who has SOL.`,
    forRupiah: (price: string, missing: string, isShort: boolean) =>
      isShort
        ? `${price} once, from your rupiah balance. You need ${missing} more. After the top-up you come back here.`
        : `${price} once, from your rupiah balance.`,
    pay: (price: string) => `Activate for ${price}`,
    topUp: (missing: string) => `Top up ${missing}`,
    ownSol: 'Pay with SOL instead',
    exhausted: 'Today’s free activations are used up. Come back tomorrow, or pay for it yourself.',
    fund: 'Go to your wallet',
    tooNew: 'Your passkey is too new',
    tooNewFrom: 'It can guard a wallet from',
    tooNewBody: 'To play now, sign in again, remove that passkey under Security and create a new one.',
    wait: 'Go to Security',
  },
  unknownGame: 'PID does not know this game, so no session can be opened for it. Nothing was shared.',
  brokenTitle: 'This link is broken',
  brokenBody:
    'We cannot trust the request from this game. Close this window and tell the developer of the game.',
};
export type Text = typeof text;
