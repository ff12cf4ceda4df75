export const text = {
  title: 'Your money is safe but cannot be moved',
  body: 'Your identity is suspended. You can look at everything, but not send or top up.',
};
export type Text = typeof text;
