/** The transactions of the wallet. */
export const text = {
  history: {
    empty: 'No transactions yet.',
    in: 'Received',
    fees: 'Network and account costs',
    from: (who: string) => `From ${who}`,
    to: (who: string) => `To ${who}`,
    notFinal: 'not final yet',
    explorer: 'Explorer',
    explorerLabel: (signature: string) => `Transaction ${signature} in the explorer`,
  },
  operations: {
    kinds: {
      activate: 'Activation',
      withdraw: 'Withdrawal',
      rotate: 'Move to another passkey',
      register_session: 'Game session opened',
      revoke_session: 'Game session ended',
      set_recovery_policy: 'Recovery set up',
      vote_recovery: 'Recovery approved',
      cancel_recovery: 'Recovery stopped',
      finish_recovery: 'Recovery finished',
    },
    states: {
      prepared: 'Under way',
      confirmed: 'Confirmed',
      finalized: 'Final',
      failed: 'Failed',
      expired: 'Never sent',
      superseded: 'Replaced',
    },
    fees: (amount: string) => `fees ${amount}`,
    byPid: 'Paid by PID',
    byPlayer: (amount: string) => `You paid ${amount}`,
    returned: (amount: string) => `${amount} returned to you`,
    rent: (amount: string) => `plus ${amount} deposit for the receiver’s token account`,
  },
};
export type HistoryText = typeof text;
