/** Texts about paying for the activation in rupiah. */
export const text = {
  title: (price: string) => `Activate for ${price}`,
  body: 'No SOL needed: PID pays the blockchain for you. You pay once, from your rupiah balance. If the activation does not go through, the money comes back.',
  price: 'Price',
  balance: 'Your balance',
  poorTitle: 'Your balance is too low',
  poorBody: (missing: string) => `You need ${missing} more. After the top-up you come back here.`,
  topUp: 'Top up',
  submit: (price: string) => `Activate for ${price}`,
  ownSol: 'Or send SOL yourself',
};
export type Text = typeof text;
