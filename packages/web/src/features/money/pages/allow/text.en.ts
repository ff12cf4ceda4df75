export const text = {
  title: 'Automatic payments',
  ask: (app: string) => `Let ${app} charge you?`,
  noOrigin: 'You stay on this page after your decision.',
  unverifiedHint: 'PID has not checked who is behind it. Allow this only if you know the app.',
  as: 'You pay as',
  otherAccount: 'Use another account',
  what: 'For',
  limit: 'At most',
  perPeriod: {
    day: (amount: string) => `${amount} per day`,
    week: (amount: string) => `${amount} per week`,
    month: (amount: string) => `${amount} per month`,
  },
  counted: {
    day: 'Fees included. A new day begins at midnight.',
    week: 'Fees included. A new week begins on Monday.',
    month: 'Fees included. A new month begins on its first day.',
  },
  until: 'Ends on',
  explain: (app: string) =>
    `${app} can then take money from your balance without asking you each time, up to this amount. Refunds do not raise it. You can end this at any time under “Games and apps”; what was paid stays paid.`,
  allow: { day: 'Allow every day', week: 'Allow every week', month: 'Allow every month' },
  decline: 'Decline',
  lost: 'No answer. Press again: nothing happens twice.',
  noPasskeyTitle: 'You need a passkey for this',
  noPasskeyBody: 'A passkey proves that it is you: your fingerprint, your face or the lock of this device.',
  addPasskey: 'Create a passkey',
  tooNew: 'Your passkey is too new',
  tooNewFrom: 'It can approve from',
  tooNewBody: 'To allow this now, sign in again, remove that passkey under Security and create a new one.',
  goneTitle: 'Nothing to allow here',
  goneBody: (pid: string) =>
    `You are signed in as ${pid}. This request is for another account, or its link is wrong.`,
  pausedTitle: (app: string) => `${app} is paused`,
  pausedBody: 'It cannot charge anybody for now. Nothing was taken from your balance.',
  declineAndBack: (app: string) => `Decline and go back to ${app}`,
  outcomes: {
    active: {
      title: 'Allowed',
      body: (limit: string, app: string) => `${app} can charge you at most ${limit}.`,
    },
    declined: { title: 'Declined', body: (_limit: string, app: string) => `${app} cannot charge you.` },
    ended: {
      title: 'This has ended',
      body: (_limit: string, app: string) => `${app} can no longer charge you without asking.`,
    },
    lapsed: {
      title: 'This request has expired',
      body: (_limit: string, app: string) => `Nothing was allowed. Go back to ${app} and start again.`,
    },
  },
  back: (app: string) => `Back to ${app}`,
  connected: 'See games and apps',
};
export type Text = typeof text;
