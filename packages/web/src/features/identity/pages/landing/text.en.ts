export const text = {
  title: 'One name for every game',
  headline: 'One name. Every game.',
  lead: 'PID gives you a permanent player name that signs you in, holds your balance and guards your wallet in every game that supports it.',
  tryLabel: 'Try a name on the card',
  tryHint: '3 to 20 lowercase letters, digits and underscores.',
  tryFlaws: {
    short: 'Too short: at least 3 characters.',
    long: 'Too long: at most 20 characters.',
    characters: 'Only lowercase letters, digits and underscores.',
  },
  start: 'Get your PID',
  tryTaken: (pid: string) => `${pid} already belongs to someone. Try another name.`,
  startAs: (handle: string) => `Try to claim ${handle}@pid`,
  continueAs: (pid: string) => `Continue as ${pid}`,
  signIn: 'I already have a PID',
  free: 'Free, and no password to forget.',
  sample: 'Yours for good',
  pointsTitle: 'What you get',
  points: {
    permanent: {
      title: 'A name that stays',
      body: 'Never changed, never given to anyone else, whatever login you use.',
    },
    passkey: {
      title: 'Passkeys, not passwords',
      body: 'Your fingerprint or face approves. There is no password to steal.',
    },
    money: {
      title: 'Money you can follow',
      body: 'Rupiah and a Solana wallet. You see every fee before you agree.',
    },
  },
};
export type Text = typeof text;
