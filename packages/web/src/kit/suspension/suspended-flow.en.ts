export const text = {
  title: 'Your identity is suspended',
  meanwhile: 'You can still see everything, download your data and withdraw from your wallet.',
  kinds: {
    login: (app: string) => `You cannot sign in to ${app} for now.`,
    payment: (app: string) => `You cannot pay ${app} for now. Nothing was taken from your balance.`,
    allowance: (app: string) => `You cannot allow ${app} to charge you for now. It charges nothing.`,
    session: (app: string) => `${app} cannot use your wallet for now.`,
    permission: (app: string) => `You cannot give ${app} a permission for now.`,
  },
  back: (app: string) => `Back to ${app}`,
  decline: 'Decline the payment',
  declineAndBack: (app: string) => `Decline and go back to ${app}`,
};

export type Text = typeof text;
