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
    app_fee: () => 'App fee earned',
    payment: (name: string) => `Paid to ${name}`,
    hold: (name: string) => `Held for ${name}`,
    hold_return: (name: string) => `Returned by ${name}`,
    forfeit: () => 'Balance given up',
  },
  deposited: 'Added from your balance',
  refunded: (name: string) => `Refund from ${name}`,
  somebody: 'someone',
  fee: (amount: string) => `including ${amount} fees`,
  through: (app: string) => `through ${app}`,
  because: (reason: string) => `Reason: ${reason}`,
  balanceAfter: 'Balance',
};
export type MoneyText = typeof moneyText;
