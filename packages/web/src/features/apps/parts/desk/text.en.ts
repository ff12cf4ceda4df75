/** What the owner of an app sees of it. */
export const deskText = {
  activityTitle: 'What happens',
  activityBody: 'Kept for 30 days: which operation and what became of it, never who the player was.',
  loginsTitle: 'Logins by day',
  logins: (total: number) => `${total} ${total === 1 ? 'login' : 'logins'} in 30 days`,
  loginsLabel: (total: number, day: string, most: number) =>
    total === 0
      ? 'No logins in 30 days'
      : `${total} ${total === 1 ? 'login' : 'logins'} in 30 days, the most on ${day}: ${most}`,
  requestsTitle: 'The latest requests',
  requestsNone: 'No requests yet. They appear here within seconds.',
  refusedOnly: 'Only what was refused',
  showAll: (count: number) => `Show all ${count}`,
  reload: 'Load again',
  when: 'When',
  request: 'Request',
  outcome: 'Outcome',
  requestId: 'Request id',
  caller: { app: 'Your server', player: 'For a player', unproven: 'Not proven to be you' },
  more: 'Events of your app (payments, connections) are read as a feed:',
  eventsLink: 'how to read events',
  errorsLink: 'what the codes mean',
  verificationTitle: 'Verification',
  verificationBody:
    'A verified app shows a badge when players sign in, and they pay no service fee through it. PID looks at who you are and what you do with what you read.',
  about: 'About you and the app',
  aboutHint:
    'Who you are, how you can be reached, what the app does with what it reads. At least 20 characters.',
  ask: 'Ask for verification',
  askAgain: 'Ask again',
  change: 'Change what you wrote',
  asked: 'You have asked. You are told when it is decided.',
  pending: 'PID is looking at it',
  pendingSince: 'Asked',
  refused: 'It was refused',
  verified: 'This app is verified',
  verifiedBody: 'Another name, logo or address, device logins or a higher fee loses it.',
  secretTwo: 'Two secrets work now',
  secretTwoBody: 'The old one ends by itself, or now when all your servers have the new one.',
  secretEnds: 'The old one ends',
  secretEnd: 'End the old secret now',
  secretEndTitle: 'End the old secret now?',
  secretEndBody: 'Servers that still use it, and their tokens, are refused at once.',
  secretEnded: 'The old secret has ended.',
};
export type DeskText = typeof deskText;
