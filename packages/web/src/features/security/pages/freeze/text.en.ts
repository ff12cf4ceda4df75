export const text = {
  title: 'Account freeze',
  frozenLead:
    'It was frozen with the link “This was not me” from an email to you, or with the button on this page.',
  until: 'It ends automatically',
  stoppedTitle: 'Frozen until then',
  stopped: [
    'sending money, confirming payments and automatic payments',
    'payouts from your apps and new app secrets',
    'linking and unlinking logins, approving passkeys and recovery',
    'raising limits and deleting your identity',
  ],
  freeTitle: 'Not frozen',
  free: [
    'looking at everything and signing in',
    'signing devices out, removing passkeys, denying and declining',
    'your wallet, which is on the blockchain',
  ],
  liftTitle: 'Lift it now',
  lift: 'If nothing is wrong, you can lift it now. You need both: a sign-in with a linked login in the last ten minutes, and one of your passkeys. After that, links in earlier emails no longer work.',
  liftButton: 'Lift the freeze',
  lifted: 'The freeze is lifted',
  noPasskey:
    'You have no passkey that can confirm this, so wait until the freeze ends. A passkey that you add now can confirm only later, because an attacker could add one too.',
  nothingTitle: 'Nothing is frozen',
  nothing: 'Everything works as usual.',
  begin: 'Freeze my account',
  beginBody:
    'Worried that someone has your phone or your login? Freeze your account for 72 hours. You can do this once every seven days.',
  beginTitle: 'Freeze your account for 72 hours?',
  beginWarning:
    'All devices are signed out, this one too. To lift the freeze earlier, you need a sign-in with a linked login and a passkey.',
  begun: 'Your account is frozen. All devices were signed out, this one too.',
  signIn: 'Sign in again',
  security: 'Check passkeys and logins',
};

export type Text = typeof text;
