import { linkText } from '../../parts/link-text.en.ts';
export const text = {
  title: 'Top up',
  lead: 'Choose an amount. You see every fee before you pay.',
  amount: 'Amount',
  amountHint: 'This amount is added to your balance.',
  amountFlaw: 'How much? At least Rp1.',
  picks: 'Common amounts',
  credited: 'You receive',
  fee: 'Service fee',
  providerFee: 'Payment fee',
  total: 'You pay',
  range: (min: string, max: string) => `Between ${min} and ${max}.`,
  returnTooLong:
    'After the payment you will be on your balance page: the address of the page you came from is too long to return to. Open that page again yourself.',
  noWithdrawal:
    'You cannot withdraw a rupiah balance to a bank account. It is for games and for sending to other players.',
  next: 'Continue to payment',
  appFee: 'App fee',
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
  link: linkText,
};
export type Text = typeof text;
