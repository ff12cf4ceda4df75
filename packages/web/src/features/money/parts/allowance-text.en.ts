/** Automatic payments: what games and apps may charge the player without asking each time. */
export const text = {
  title: 'Automatic payments',
  lead: 'These may charge you without asking each time, up to the amount that you allowed.',
  none: 'It cannot charge you without asking.',
  perPeriod: {
    day: (amount: string) => `${amount} per day`,
    week: (amount: string) => `${amount} per week`,
    month: (amount: string) => `${amount} per month`,
  },
  charged: (amount: string) => `${amount} charged in this period`,
  until: 'until',
  end: 'End',
  endLabel: (what: string, app: string) => `End: ${what}, ${app}`,
  ended: (app: string) => `${app} can no longer charge you without asking.`,
};
export type AllowanceText = typeof text;
