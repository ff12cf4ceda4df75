export const text = {
  title: 'Top up',
  lead: 'Choose an amount. You see every fee before you pay.',
  amount: 'Amount',
  amountHint: 'This is what your balance grows by.',
  amountFlaw: 'How much? At least Rp1.',
  picks: 'Common amounts',
  next: 'Continue to checkout',
};
export type Text = typeof text;
