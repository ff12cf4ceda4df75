import { moneyText } from '../../parts/text.en.ts';

export const text = {
  title: 'Rupiah balance',
  lead: 'Rupiah for games and other players. No crypto, and no bank account: it cannot be paid out to one.',
  suspendedTitle: 'Your money is safe, and cannot move',
  suspendedBody: 'Your identity is suspended. You can look at everything, but not send or top up.',
  statement: 'Statement',
  entries: 'Entries of the statement',
  period: 'Period',
  periods: {
    '30': 'Last 30 days',
    '90': 'Last 90 days',
    '365': 'Last 12 months',
    all: 'Everything',
    custom: 'From one day to another',
  },
  from: 'From',
  to: 'To',
  show: 'Show',
  csv: 'Download as CSV',
  noneTitle: 'Nothing moved yet',
  noneBody: 'Top up, or give your player name to somebody who wants to send you something.',
  nonePeriodTitle: 'Nothing moved in this period',
  nonePeriodBody: 'Choose a longer period to see older entries.',
  showAll: 'Show everything',
  chart: 'Balance over time',
  chartNewest: (count: number) => `The newest ${count} entries. Show more below to look further back.`,
  chartLabel: (from: string, to: string, lowest: string, highest: string) =>
    `Balance from ${from} to ${to}: lowest ${lowest}, highest ${highest}.`,
  chartRange: (lowest: string, highest: string) => `Between ${lowest} and ${highest}`,
  chartAt: (when: string, balance: string) => `${when}: ${balance}`,
  topUpPending: (amount: string) => `A top-up of ${amount} waits for its payment.`,
  topUpOpen: 'Go on to pay',
  topUpDrop: 'Not any more',
  topUpPaid: (amount: string) => `Your top-up of ${amount} has arrived.`,
  topUpFailed: (amount: string) =>
    `Your top-up of ${amount} was not paid. Nothing was charged; try it again.`,
  money: moneyText,
};
export type Text = typeof text;
