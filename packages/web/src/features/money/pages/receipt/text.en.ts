import { moneyText } from '../../parts/text.en.ts';

export const text = {
  title: 'Receipt',
  sentTitle: 'Sent',
  sentLead: (pid: string) => `${pid} has it already.`,
  from: 'From',
  to: 'To',
  amount: 'Amount',
  fee: 'Service fee',
  appFee: 'App fee',
  paid: 'You paid',
  received: 'You got',
  change: 'Change of your balance',
  balanceAfter: 'Balance afterwards',
  fees: 'Fees',
  app: 'App',
  note: 'Message',
  when: 'When',
  number: 'Number',
  copyNumber: 'Copy the number',
  share: 'Share as a picture',
  print: 'Print',
  back: 'To your money',
  goneTitle: 'No such receipt',
  goneBody: 'The link is wrong, or the receipt belongs to somebody else.',
  money: moneyText,
};
export type Text = typeof text;
