export const text = {
  title: 'Choose your name',
  lead: 'This is what players and games will call you, everywhere.',
  signedInWith: (provider: string, email: string) =>
    email ? `Signed in with ${provider} as ${email}.` : `Signed in with ${provider}.`,
  wrongAccount: 'Wrong account?',
  have: 'I already have a PID: sign in with the account that it belongs to',
  timeLeft: 'Time left to choose',
  label: 'Your handle',
  hint: '3 to 20 lowercase letters, digits and underscores.',
  suggestions: 'Free right now',
  checking: 'Checking whether it is free',
  available: (handle: string) => `${handle}@pid is free.`,
  taken: (handle: string) => `${handle}@pid already belongs to someone.`,
  reserved: (handle: string) => `${handle}@pid is reserved and cannot be claimed.`,
  unavailable: (handle: string) => `${handle}@pid cannot be claimed. Try another.`,
  uncheckable: 'We could not check it just now. You can go on; we check again before anything is final.',
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
    'You choose it once. It is never changed, sold or given to anyone else, not even after you delete your account. It is public, so leave out what you want to keep private.',
  continue: 'Continue',
  confirmTitle: (pid: string) => `${pid}, for good?`,
  confirmBody: 'Read it once more, letter by letter. After this nobody can change it, not even us.',
  confirm: (handle: string) => `Yes, I am ${handle}`,
  confirmAndAllow: (app: string) => `Claim it and allow ${app}`,
  confirmAndDeny: (app: string) => `Claim it without ${app}`,
  change: 'Change it',
  consentTitle: (app: string) => `You are signing in to ${app}`,
  consentBody: (app: string) =>
    `If you allow ${app} too, it can read what the page behind this lists, for 30 days. It cannot send money or sign anything for you. You can end this at any time under connected apps.`,
  expiredTitle: 'Time ran out',
  expiredBody:
    'We keep a sign-in open for 15 minutes only, so that nobody finishes it in your place. Nothing was claimed. Sign in again; it takes a few seconds.',
  missingTitle: 'Sign in first',
  missingBody:
    'There is no sign-in waiting for a name in this browser. Sign in, and if you have no name yet, you will come back here.',
  signIn: 'Go to sign-in',
  done: (pid: string) => `Welcome, ${pid}!`,
};
export type Text = typeof text;
