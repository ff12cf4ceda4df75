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
};
export type Text = typeof text;
