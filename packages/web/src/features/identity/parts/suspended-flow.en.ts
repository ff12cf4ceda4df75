export const text = {
  title: 'Your identity is suspended',
  meanwhile: 'You can still see everything, download your data and take what is in your wallet.',
  kinds: {
    login: (app: string) => `So you cannot sign in to ${app} for now.`,
    payment: (app: string) => `So you cannot pay ${app} for now. Nothing has been taken from your balance.`,
    session: (app: string) => `So ${app} cannot play with your wallet for now.`,
    permission: (app: string) => `So ${app} can be given no permission for now.`,
  },
  back: (app: string) => `Back to ${app}`,
  decline: 'Decline the payment',
  declineAndBack: (app: string) => `Decline and go back to ${app}`,
};

export type Text = typeof text;
