/** While something that was signed is on its way; the page adds what it is called there. */
export const progressText = {
  titles: {
    activate: 'Activating your wallet',
    withdraw: 'Withdrawing',
    rotate: 'Moving to another passkey',
    revoke_session: 'Ending a game session',
  },
  doneTitles: {
    activate: 'Your wallet is activated',
    withdraw: 'Withdrawn',
    rotate: 'Another passkey guards it now',
    revoke_session: 'The game session is over',
  },
  signed: 'Signed with your passkey',
  sent: 'On its way to the chain',
  safe: 'You may close this page: nothing is lost, and nothing is sent twice.',
  unsure: 'We do not know yet whether it arrived. Try again: it is the same transaction, never a second one.',
  again: 'Try again',
  leave: 'Stop waiting',
  signature: 'Transaction signature',
  copySignature: 'Copy the signature',
};
export type ProgressText = typeof progressText;
