export const text = {
  title: 'Pay an app',
  ask: (app: string) => `Pay ${app}`,
  noOrigin: 'This payment leads nowhere else: you stay here.',
  unverifiedHint: 'PID has not checked who is behind it. Pay only if you know this app.',
  as: 'You pay as',
  otherAccount: 'Use a different account',
  what: 'For',
  to: 'Goes to',
  toApp: (app: string) => `${app} itself`,
  price: 'Price',
  fee: 'Service fee',
  noFee: 'None, thanks to the app',
  appFee: 'Fee of the app',
  total: 'You pay',
  left: 'Left on your balance',
  heldHint:
    'The money is held at first. If the app does not deliver in time, it comes back to you by itself, fees included.',
  heldUntil: 'At the latest it comes back by itself:',
  poorTitle: 'Your balance is not enough',
  poorBody: (missing: string) => `${missing} are missing. Top up just that; this payment waits for you.`,
  pendingTitle: 'Your top-up is on its way',
  pendingBody: (amount: string) =>
    `${amount} are not paid yet, or not here yet. This page notices by itself when they are.`,
  pendingOpen: 'Pay the top-up',
  topUp: (amount: string) => `Top up ${amount}`,
  confirm: (total: string) => `Pay ${total}`,
  decline: 'Decline',
  lost: 'No answer came. Press again: it is never paid twice.',
  goneTitle: 'No such payment',
  goneBody: (pid: string) =>
    `You are signed in as ${pid}. This payment is for another account, somebody else has already paid it, or the link is wrong.`,
  pausedTitle: (app: string) => `${app} is paused`,
  pausedBody: 'Payments through it rest for now. Nothing was charged.',
  outcomes: {
    paid: { title: 'Paid', body: (total: string, app: string) => `${total} went to ${app}.` },
    held: {
      title: 'Money is held',
      body: (total: string, app: string) => `${total} are held for ${app} until it delivers.`,
    },
    refunded: { title: 'Refunded', body: (_total: string, app: string) => `${app} gave it back to you.` },
    void: {
      title: 'Given back',
      body: (total: string, app: string) => `${total} came back to you; ${app} took nothing.`,
    },
    declined: { title: 'Declined', body: (_total: string, app: string) => `You paid ${app} nothing.` },
    expired: {
      title: 'The time is over',
      body: (_total: string, app: string) => `Nothing was charged. Go back to ${app} and start again.`,
    },
    cancelled: {
      title: 'Taken back',
      body: (_total: string, app: string) => `${app} took this payment back. Nothing was charged.`,
    },
  },
  declineAndBack: (app: string) => `Decline and go back to ${app}`,
  back: (app: string) => `Back to ${app}`,
  money: 'To your money',
};

export type Text = typeof text;
