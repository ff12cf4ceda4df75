export const text = {
  money: {
    title: 'Your money is safe but cannot be moved',
    body: 'Your identity is suspended. You can look at everything, but not send or top up.',
  },
  change: {
    title: 'You cannot change this for now',
    body: 'Your identity is suspended. You can look at everything, but not change anything.',
  },
};
export type Text = typeof text;
