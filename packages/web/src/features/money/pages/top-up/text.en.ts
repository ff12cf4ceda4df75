import { linkText } from '../../parts/link-text.en.ts';
export const text = {
  title: 'Top up',
  lead: 'Choose an amount. You see every fee before you pay.',
  amount: 'Amount',
  amountHint: 'This is what your balance grows by.',
  amountFlaw: 'How much? At least Rp1.',
  picks: 'Common amounts',
  credited: 'You receive',
  fee: 'Service fee',
  providerFee: 'Payment fee',
  total: 'You pay',
  range: (min: string, max: string) => `Between ${min} and ${max}.`,
  noWithdrawal:
    'A rupiah balance cannot be paid out to a bank account: it is for games and for sending to other players.',
  next: 'Continue to checkout',
  appFee: 'Fee of the app',
  pendingTitle: 'Still being paid',
  pendingBody: (amount: string) => `${amount} are not here yet. This page notices by itself when they are.`,
  pendingOpen: 'Go on paying',
  failedTitle: 'Not paid',
  failedBody: 'Nothing was charged. You can try again.',
  again: 'Try again',
  paidTitle: 'Your top-up is here',
  paidBody: (amount: string) => `${amount} are on your balance.`,
  link: linkText,
};
export type Text = typeof text;
