export const text = {
  title: 'Pay an app',
  ask: (app: string) => `Pay ${app}`,
  noOrigin: 'After paying, you stay on this page.',
  unverifiedHint: 'PID has not checked who is behind it. Pay only if you know this app.',
  as: 'You pay as',
  otherAccount: 'Use a different account',
  to: 'Goes to',
  toApp: (app: string) => `${app} itself`,
  price: 'Price',
  fee: 'Service fee',
  noFee: 'None in this app',
  appFee: 'App fee',
  details: 'Price and fees',
  left: 'Left on your balance',
  heldHint:
    'The money is held first. If the app does not deliver in time, it comes back to you automatically, including fees.',
  heldUntil: 'It comes back automatically by:',
  poorTitle: 'Your balance is too low',
  poorBody: (missing: string) => `You need ${missing} more. Top up, then you come back here to pay.`,
  roundedUp: (min: string) => `The smallest top-up is ${min}; the rest stays on your balance.`,
  inParts: (max: string) => `One top-up is at most ${max}, so you top up more than once.`,
  failedTitle: 'The top-up did not work',
  failedBody: (missing: string) =>
    `Nothing was charged. You still need ${missing}; try again or pay another way.`,
  fullTitle: 'Your balance cannot hold that much',
  fullBody:
    'Together with your open top-ups, this payment needs more than a balance may hold. Nothing was charged.',
  toppedUpTitle: 'Topped up',
  toppedUpBody: (item: string) => `One step left: pay for ${item}.`,
  moneySetAside: (amount: string) =>
    `We received the ${amount} that you topped up, but your balance could not take it. Support will add it or send it back.`,
  moneyKept: (amount: string) => `The ${amount} that you topped up is on your balance.`,
  moneyComes: (amount: string) => `If you still pay the top-up of ${amount}, it goes to your balance.`,
  pendingTitle: 'Your top-up is on its way',
  pendingBody: (amount: string) =>
    `${amount} has not arrived yet. You can leave this page open: as soon as the money arrives, you can pay.`,
  pendingOpen: 'Pay the top-up',
  topUp: (amount: string) => `Top up ${amount}`,
  pay: 'Pay',
  decline: 'Decline',
  askParent: 'Ask your parents',
  parentAsked: 'Your parents have been told. When one of them approves, press the button to pay again.',
  lost: 'We got no response. Press again: you never pay twice.',
  goneTitle: 'Payment not found',
  goneBody: (pid: string) =>
    `You are signed in as ${pid}. This payment is for another account, someone else has already paid it, or the link is wrong.`,
  pausedTitle: (app: string) => `${app} is paused`,
  pausedBody: 'You cannot pay through this app for now. Nothing was charged.',
  outcomes: {
    paid: { title: 'Paid', body: (total: string, app: string) => `You paid ${total} to ${app}.` },
    held: {
      title: 'Money is held',
      body: (total: string, app: string) => `${total} is held for ${app} until it delivers.`,
    },
    refunded: { title: 'Refunded', body: (_total: string, app: string) => `${app} refunded you.` },
    void: {
      title: 'Money returned',
      body: (total: string, app: string) => `${total} is back on your balance. ${app} took nothing.`,
    },
    declined: { title: 'Declined', body: (_total: string, app: string) => `You did not pay ${app}.` },
    expired: {
      title: 'Payment expired',
      body: (_total: string, app: string) => `Nothing was charged. Go back to ${app} and start again.`,
    },
    cancelled: {
      title: 'Payment cancelled',
      body: (_total: string, app: string) => `${app} cancelled this payment. Nothing was charged.`,
    },
  },
  declineAndBack: (app: string) => `Decline and go back to ${app}`,
  back: (app: string) => `Back to ${app}`,
  money: 'See your balance',
};

export type Text = typeof text;
