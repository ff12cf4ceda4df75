export const text = {
  title: 'Choose your name',
  lead: 'This is what players and games will call you, everywhere.',
  signedInWith: (provider: string, email: string) =>
    email ? `Signed in with ${provider} as ${email}.` : `Signed in with ${provider}.`,
  wrongAccount: 'Wrong account?',
  have: 'Already have a PID? Sign in with the account you used before',
  timeLeft: 'Time left to choose',
  label: 'Your player name',
  hint: '3 to 20 lowercase letters, digits and underscores.',
  suggestions: 'Free right now',
  checking: 'Checking whether it is free',
  available: (handle: string) => `${handle}@pid is free.`,
  taken: (handle: string) => `${handle}@pid already belongs to someone.`,
  reserved: (handle: string) => `${handle}@pid is reserved. Choose another.`,
  unavailable: (handle: string) => `${handle}@pid is not available. Choose another.`,
  uncheckable: 'We could not check it just now. You can continue; we check again before it is final.',
  flaws: {
    empty: 'Type a name first.',
    short: 'At least 3 characters.',
    long: 'At most 20 characters.',
    characters: 'Only lowercase letters, digits and underscores.',
  },
  placeholder: 'your_name',
  cardCaption: 'Waiting for you',
  permanentTitle: 'This is permanent',
  permanent:
    'You choose it once. It is never changed, sold or given to anyone else, not even after you delete your account. It is public, so leave out anything private.',
  continue: 'Continue',
  confirmTitle: (pid: string) => `${pid}, for good?`,
  confirmBody: 'Read it once more, letter by letter. After this, nobody can change it, not even us.',
  confirm: (handle: string) => `Yes, I am ${handle}`,
  confirmAndAllow: (app: string) => `Claim it and allow ${app}`,
  confirmAndDeny: (app: string) => `Claim it without ${app}`,
  change: 'Change it',
  consentTitle: (app: string) => `You are signing in to ${app}`,
  consentBody: (app: string) =>
    `If you also allow ${app}, it can read what this page lists for 30 days. It cannot send money or sign anything for you. You can disconnect it at any time under Games and apps.`,
  expiredTitle: 'Time ran out',
  expiredBody:
    'For your safety, a sign-in stays open for only 15 minutes. No name was claimed. Sign in again; it takes a few seconds.',
  missingTitle: 'Sign in first',
  missingBody:
    'No sign-in in this browser is waiting for a name. Sign in. If you have no name yet, you come back here.',
  signIn: 'Go to sign-in',
  done: (pid: string) => `Welcome, ${pid}!`,
};
export type Text = typeof text;
