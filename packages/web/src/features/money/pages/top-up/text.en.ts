export const text = {
  title: 'Top up',
  lead: 'Choose an amount. You see every fee before you pay.',
  amount: 'Amount',
  amountHint: 'This is what your balance grows by.',
  amountFlaw: 'How much? At least Rp1.',
  picks: 'Common amounts',
  credited: 'Your balance grows by',
  fee: 'Service fee',
  providerFee: 'Payment fee',
  total: 'You pay',
  range: (min: string, max: string) => `Between ${min} and ${max}.`,
  noWithdrawal:
    'A rupiah balance cannot be paid out to a bank account: it is for games and for sending to other players.',
  next: 'Continue to checkout',
};
export type Text = typeof text;
