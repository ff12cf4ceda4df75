import { paymentText } from '../../parts/payment-text.en.ts';

export const text = {
  title: 'Payments to apps',
  lead: 'What you paid in apps, and who to ask about it.',
  byApp: 'By app',
  count: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  held: (amount: string) => `${amount} held`,
  refunded: (amount: string) => `${amount} refunded`,
  payments: 'Payments',
  onlyApp: 'App',
  everyApp: 'All apps',
  noneTitle: 'No payments yet',
  noneBody: 'What you pay in games and apps appears here.',
  payment: paymentText,
};
export type Text = typeof text;
