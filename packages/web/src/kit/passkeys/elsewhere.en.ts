export const text = {
  title: 'The passkey was not used',
  lead: 'Try again. If your passkey is not on this device:',
  scan: 'On another phone? Try again, choose “another device” and scan the QR code.',
  add: 'Use this device too',
  addHint: 'Make a passkey here and approve it on the old device.',
  lost: 'I lost my passkey',
  lostHint: 'Recover your account, then come back here.',
  waiting: 'You have something to finish',
  returns: {
    payment: 'Back to the payment',
    request: 'Back to the request',
    game: 'Back to the game',
    send: 'Back to your transfer',
    wallet: 'Back to the wallet',
  },
};

export type Text = typeof text;
