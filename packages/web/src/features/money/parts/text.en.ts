import { paymentWords } from '@pid/contract/texts/payment.en.ts';
/** Texts of the money pages; `name` is the player or the app on the other side. */
export const moneyText = {
  balance: 'Rupiah balance',
  send: 'Send',
  ask: 'Receive',
  topUp: 'Top up',
  kinds: {
    send: (name: string) => `Sent to ${name}`,
    receive: (name: string) => `From ${name}`,
    topup: () => 'Top-up',
    refund: () => 'Top-up taken back',
    payout: () => 'Payout from your app',
    deposit: (name: string) => `Added to your app ${name}`,
    settlement: () => 'Transfer to the bank account',
    settlement_return: () => 'Returned from the bank transfer',
    app_fee: () => 'App fee earned',
    payment: paymentWords.payment,
    hold: paymentWords.payment,
    hold_return: paymentWords.holdReturn,
    forfeit: () => 'Balance given up',
  },
  deposited: 'Added from your balance',
  refunded: paymentWords.refund,
  refundedTo: paymentWords.refundTo,
  somebody: 'someone',
  fee: paymentWords.fee,
  through: paymentWords.through,
  words: paymentWords,
  because: (reason: string) => `Reason: ${reason}`,
  balanceAfter: 'Balance',
};
export type MoneyText = typeof moneyText;
