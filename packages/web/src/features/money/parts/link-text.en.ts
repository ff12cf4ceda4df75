export const text = {
  from: (app: string) => `You came from ${app}`,
  back: (origin: string) => `Afterwards you go back to ${origin}.`,
  stay: 'Afterwards you stay here.',
  unverified: 'Anyone can make a link like this. Continue only if you know where it comes from.',
  cancel: (app: string) => `Cancel and go back to ${app}`,
  goBack: (app: string) => `Back to ${app}`,
  brokenTitle: 'This link is broken',
  brokenBody: 'Nothing was charged. Go back to the app and tell its developer.',
  brokenDetail: 'For the developer:',
  pausedTitle: (app: string) => `${app} is paused`,
  pausedBody: 'No money can move through this app for now. Nothing was charged.',
  flaws: {
    to: 'to must have the form handle@pid',
    amount: 'amount must be whole rupiah in digits, such as 25000',
    note: 'note must have at most 140 characters, none of them a control character',
  },
  fixed: 'Set by the app',
};
export type LinkText = typeof text;
