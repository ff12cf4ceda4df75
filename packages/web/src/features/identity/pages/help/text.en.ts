export const text = {
  title: 'Help',
  lead: 'Short answers. What is missing here, whoever runs this service can tell you.',
  contact: 'Contact',
  noContact: 'Whoever runs this service has not named a contact yet.',
  recovery: 'Open Recovery',
  /** The first leads to recovery. */
  questions: [
    {
      ask: 'I lost my phone or my passkey',
      answer:
        'Sign in with the account you began with. Is one of your passkeys still on another device? Add a new one under Security and approve it there. If none is left, open Recovery: a new passkey takes over after seven days, or once your guardians agree. What is in an active wallet comes back through guardians alone.',
    },
    {
      ask: 'I sent money to the wrong player',
      answer:
        'A send cannot be called back. Ask the receiver to send it back: their permanent name is on your receipt.',
    },
    {
      ask: 'My top-up has not arrived',
      answer:
        'Look at your rupiah balance: a top-up that waits is shown there with a way on. Most are credited within a minute after you paid. Nothing is charged twice.',
    },
    {
      ask: 'Can I pay out to a bank account?',
      answer:
        'No. The rupiah balance is for games and for other players. SOL and tokens in your wallet are yours on the blockchain and can be sent to any address.',
    },
    {
      ask: 'My identity is suspended',
      answer:
        'You can still look at everything, download your data, take what is in your wallet and delete the identity. Write to the contact below to have it looked at.',
    },
    {
      ask: 'Somebody asks me for a code or a signature',
      answer:
        'Nobody of PID ever does. Deny it. If something happened already, end all other devices under Security.',
    },
  ],
  privacyTitle: 'Privacy',
  privacy: [
    'Your player name is public and permanent. What you write into your profile is public too.',
    'We keep your login (provider and e-mail address), devices, payments and security events, as long as the law and your safety need them. You can download all of it under Profile.',
    'A game sees only what its consent page says, for 30 days, and never your e-mail address. No advertising, no trackers, nothing is loaded from elsewhere.',
    'When you delete your identity, personal data is erased; the name stays taken, and bookkeeping stays as the law demands.',
  ],
  termsTitle: 'Terms',
  terms: [
    'One person, one identity. Names that imitate others are refused or suspended.',
    'The rupiah balance is no bank account and bears no interest. Fees are shown before you agree.',
    'You guard your own devices and passkeys. What your passkey has signed on the blockchain nobody can undo.',
  ],
};
export type Text = typeof text;
