import { paymentText } from '../../parts/payment-text.en.ts';

export const text = {
  title: 'Payments to apps',
  lead: 'What apps have charged you, and whom to ask about it.',
  byApp: 'By app',
  count: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  held: (amount: string) => `${amount} held`,
  refunded: (amount: string) => `${amount} came back`,
  payments: 'Payments',
  one: 'One payment',
  onlyApp: 'App',
  everyApp: 'All apps',
  noneTitle: 'No payments yet',
  noneBody: 'What you pay in games and apps stands here.',
  goneBody: 'There is no such payment of yours.',
  showAll: 'Show all',
  itself: (app: string) => `${app} itself`,
  ask: 'Ask the developer',
  askSubject: (reference: string, app: string) => `Payment ${reference}, ${app}`,
  askBody: (id: string, reference: string, description: string) =>
    `\n\n--\nPayment: ${id}\nReference: ${reference}\nFor: ${description}`,
  noContact: 'The developer has named no address. Ask in the app itself, and name the reference.',
  copy: 'Copy the reference',
  payment: paymentText,
};
export type Text = typeof text;
