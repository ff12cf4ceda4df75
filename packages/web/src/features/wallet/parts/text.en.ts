/** Texts for a signed operation in progress; the page adds its own name for it. */
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
    rotate: 'The new passkey guards it now',
    revoke_session: 'The game session has ended',
  },
  signed: 'Signed with your passkey',
  sent: 'Sent to the blockchain',
  safe: 'You can close this page. Nothing is lost, and nothing is sent twice.',
  unsure: 'We do not know yet whether it arrived. Try again: nothing is sent twice.',
  again: 'Try again',
  leave: 'Stop waiting',
  signature: 'Transaction signature',
  copySignature: 'Copy the signature',
};
export type ProgressText = typeof progressText;
