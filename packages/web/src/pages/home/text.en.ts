export const text = {
  title: 'Home',
  hello: (handle: string) => `Hello, ${handle}`,
  copyPid: 'Copy your pid',
  suspendedTitle: 'Your identity is suspended',
  suspendedBody:
    'You can look at everything here and sign out, but you cannot change, send or sign anything until it is lifted.',
  about: 'Your identity',
  pid: 'Player name',
  status: 'Status',
  since: 'Member since',
  permanent: 'It is yours for good: it never changes, whatever login you add or remove.',
  logins: 'Ways you sign in',
  lastUsed: 'Last used',
  passkey: 'Passkey',
  noLogins: 'No login is linked.',
  signOutHint: 'Signs you out of PID on this device. Games you are playing keep their own session.',
};
export type Text = typeof text;
