export const text = {
  title: 'Cannot sign in?',
  lead: 'Choose what happened. Your player name, your balance and your wallet stay where they are.',
  cases: {
    passkey: {
      ask: 'I lost my passkey or my phone',
      steps: [
        'Sign in with the account you signed up with, such as Google. It works on any device.',
        'If another device of yours still has a passkey: under Security, add a new one here and approve it there.',
        'If no passkey is left: open Recovery after the sign-in and make a new one. It takes over after seven days. If you have guardians, they must agree first; the waiting time begins then.',
      ],
      act: 'Sign in with an account',
    },
    provider: {
      ask: 'I lost my email or the account I signed up with',
      steps: [
        'Sign in with your passkey: “Sign in with a passkey”, then your fingerprint, face or screen lock.',
        'Under Security, link another account at once, so that you have two ways in again.',
        'Then unlink the lost one, so that nobody else can use it.',
      ],
      act: 'Sign in with a passkey',
    },
    both: {
      ask: 'I lost both',
      wallet:
        'With a recovery sheet or guardians, your active wallet can get a new passkey without a sign-in. That passkey then signs you in here too.',
      walletAct: 'Recover the wallet',
      steps: [
        'First try to get the account back from its provider: Google, Apple and others have their own recovery. Then continue with “I lost my passkey”.',
        'A device on which you are still signed in can link another account under Security, with its passkey.',
        'Without an account, a passkey, a sheet and guardians, nobody can prove that you are the owner, so nobody can let you in.',
      ],
    },
    thief: {
      ask: 'Someone else has my account',
      steps: [
        'Look for an email from PID about a sign-in, a passkey or a payment that was not yours. Open its link “This was not me” and press the button. It needs no sign-in, signs out every device and freezes payments for 72 hours.',
        'No email? Sign in if you still can, open the freeze page, and press the button there.',
        'Then sign in again, remove what is not yours under Security, and stop a recovery that you did not start. Your passkey stops it.',
      ],
      act: 'Open the freeze page',
    },
    refused: {
      ask: 'PID says that my login is refused',
      steps: [
        '“Deleted for good”: that login belonged to an identity that was deleted. Sign in with another account to start over.',
        '“The other site is not responding”: wait a few minutes, or use your passkey.',
        'A suspended player can sign in and sees the reason there.',
      ],
      act: 'Back to sign-in',
    },
  },
  warningTitle: 'Nobody from PID helps you by chat or phone',
  warning:
    'Nobody from PID ever asks you for a code, a password, a signature or your recovery words in a chat, a call or an email. Anyone who does is a thief.',
  contact: 'Still locked out?',
  noContact: 'Open the help page',
};
export type Text = typeof text;
