export const text = {
  limits: {
    title: 'Limits',
    lead: 'How much can leave your balance before you have to confirm that it is you.',
    labels: {
      stepUpAmount: 'Total without a passkey',
      dailyLimit: 'In one day',
      noticeAmount: 'Notify me about payments above',
    },
    hints: {
      stepUpAmount:
        'Above this total you confirm with your passkey. For a new receiver, above a tenth of it.',
      dailyLimit: 'No more than this can leave in one day, even with a passkey.',
      noticeAmount: 'You get a notice, and an email if email is set up.',
    },
    flaw: 'Type an amount, or 0.',
    rule: 'Lower limits apply immediately. Higher limits need your passkey and apply after 24 hours, to protect you from thieves.',
    save: 'Save limits',
    saved: 'Your limits are saved.',
    savedLater: 'Saved. The higher limit applies in 24 hours.',
    pendingTitle: 'A higher limit is waiting',
    pendingStepUp: (amount: string) => `Without a passkey: ${amount}`,
    pendingDaily: (amount: string) => `In one day: ${amount}`,
    pendingNotice: (amount: string) => `Notices above: ${amount}`,
    pendingFrom: 'Applies from',
    tier: {
      title: { basic: 'Basic account', registered: 'Registered account' },
      balance: 'Your balance can hold',
      incoming: 'Can come in each month',
      left: 'Left this month',
      how: 'A registered account can hold and receive more. To register, contact the operator, who checks who you are:',
      help: 'Help and contact',
    },
  },
};
export type LimitsText = typeof text;
