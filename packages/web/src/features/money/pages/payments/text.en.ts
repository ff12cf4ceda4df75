import { paymentText } from '../../parts/payment-text.en.ts';

export const text = {
  title: 'Payments to apps',
  lead: 'What you paid in apps, and who to ask about it.',
  byApp: 'By app',
  count: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  held: (amount: string) => `${amount} held`,
  refunded: (amount: string) => `${amount} refunded`,
  payments: 'Payments',
  one: 'Payment',
  onlyApp: 'App',
  everyApp: 'All apps',
  noneTitle: 'No payments yet',
  noneBody: 'What you pay in games and apps appears here.',
  goneBody: 'You have no such payment.',
  showAll: 'Show all',
  itself: (app: string) => `${app} itself`,
  ask: 'Ask the developer',
  askSubject: (reference: string, app: string) => `Payment ${reference}, ${app}`,
  askBody: (id: string, reference: string, description: string) =>
    `\n\n--\nPayment: ${id}\nReference: ${reference}\nFor: ${description}`,
  noContact: 'The developer has given no contact. Ask in the app and give the reference.',
  copy: 'Copy the reference',
  payment: paymentText,
};
export type Text = typeof text;
