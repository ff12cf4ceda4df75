export const text = {
  title: 'Help',
  lead: 'Short answers. For anything else, ask the operator of this service.',
  contact: 'Contact',
  noContact: 'The operator of this service has not given a contact yet.',
  recovery: 'Open Recovery',
  /** The first question has a link to recovery. */
  questions: [
    {
      ask: 'I lost my phone or my passkey',
      answer:
        'Sign in with the account you signed up with. Is one of your passkeys still on another device? Add a new one under Security and approve it on that device. If you have none left, open Recovery and make a new passkey. It takes over after seven days. If you have guardians, they must agree first, and then a waiting time begins. Only guardians can bring back an active wallet.',
    },
    {
      ask: 'I sent money to the wrong player',
      answer:
        'Money that was sent cannot be called back. Ask the receiver to send it back: their permanent name is on your receipt.',
    },
    {
      ask: 'My top-up has not arrived',
      answer:
        'Open your rupiah balance. It shows a waiting top-up and how to continue. Most arrive within a minute after you paid. Nothing is charged twice.',
    },
    {
      ask: 'Can I withdraw to a bank account?',
      answer:
        'No. The rupiah balance is for games and for other players. SOL and tokens in your wallet are yours on the blockchain and can be sent to any address.',
    },
    {
      ask: 'My identity is suspended',
      answer:
        'You can still look at everything, download your data, withdraw from your wallet and delete the identity. Write to the contact below to have it reviewed.',
    },
    {
      ask: 'Someone asks me for a code or a signature',
      answer:
        'Say no. Nobody from PID asks for one in a chat, a call or an email. If you already gave one, freeze your account: Security, Devices, “Something is wrong? Freeze your account”.',
    },
  ],
  privacyTitle: 'Privacy',
  privacy: [
    'Your player name is public and permanent. What you write in your profile is public too.',
    'We keep your login (provider and email address), devices, payments and security events, as long as the law and your safety need them. You can download all of it under Profile.',
    'A game sees only what its consent page says, for 30 days, and never your email address. No ads, no trackers, and nothing is loaded from other sites.',
    'When you delete your identity, personal data is erased; the name stays taken, and payment records are kept as the law requires.',
  ],
  termsTitle: 'Terms',
  terms: [
    'One person, one identity. Names that imitate others are refused or suspended.',
    'The rupiah balance is not a bank account and earns no interest. Fees are shown before you agree.',
    'You are responsible for your devices and passkeys. Nobody can undo what your passkey has signed on the blockchain.',
  ],
};
export type Text = typeof text;
