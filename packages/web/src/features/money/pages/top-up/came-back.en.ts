/** The result of a top-up that an app’s link started. */
export const text = {
  pendingTitle: 'Waiting for payment',
  pendingBody: (amount: string) =>
    `${amount} has not arrived yet. This page updates automatically when it does.`,
  pendingOpen: 'Continue to pay',
  failedTitle: 'Not paid',
  failedBody: 'Nothing was charged. You can try again.',
  again: 'Try again',
  paidTitle: 'Your top-up has arrived',
  setAsideTitle: 'Your money is safe with us',
  setAsideBody: (amount: string) =>
    `We received ${amount}, but your balance could not take it. Support will add it or send it back.`,
  paidBody: (amount: string) => `${amount} was added to your balance.`,
};
export type CameBackText = typeof text;
