import { checkText } from './check-text.en.ts';
import { paymentText } from '../../parts/payment-text.en.ts';
import { moneyText } from '../../parts/text.en.ts';

export const text = {
  title: 'Receipt',
  sentTitle: 'Sent',
  sentLead: (pid: string) => `${pid} has received it.`,
  from: 'From',
  to: 'To',
  amount: 'Amount',
  fee: 'Service fee',
  appFee: 'App fee',
  paid: 'You paid',
  received: 'You received',
  change: 'Change to your balance',
  balanceAfter: 'New balance',
  fees: 'Fees',
  app: 'App',
  note: 'Message',
  item: 'Item',
  reason: 'Reason',
  history: 'History',
  when: 'When',
  number: 'Number',
  copyNumber: 'Copy the number',
  picture: 'Save as picture',
  print: 'Print',
  back: 'See your balance',
  goneTitle: 'Receipt not found',
  goneBody: 'The link is wrong, or the receipt belongs to someone else.',
  ask: 'Ask the developer',
  askSubject: (reference: string, app: string) => `Payment ${reference}, ${app}`,
  askBody: (id: string, reference: string, description: string) =>
    `\n\n--\nPayment: ${id}\nReference: ${reference}\nFor: ${description}`,
  noContact: 'The developer has given no contact. Ask in the app and give the reference.',
  copyReference: 'Copy the reference',
  check: checkText,
  money: moneyText,
  payment: paymentText,
};
export type Text = typeof text;
