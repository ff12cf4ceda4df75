export const text = {
  done: { title: 'Done', body: 'You can close this window. The game goes on by itself.' },
  notTaken: {
    title: 'Done',
    body: 'You can close this window and go back to the game. If the game is no longer open, continue here.',
  },
  unknownSignIn: {
    title: 'This sign-in has expired',
    body: 'It was started in another browser, or too long ago. Go back to the game and sign in again.',
  },
  unknownPayment: {
    title: 'Back to the game',
    body: 'PID tells the game what you decided. If you paid or allowed something, it is there.',
  },
  back: 'Open the game',
  onward: 'Continue here',
};

export type Text = typeof text;
