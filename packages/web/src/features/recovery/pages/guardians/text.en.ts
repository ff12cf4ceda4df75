export const text = {
  title: 'Being a guardian',
  lead: 'Players who trust you to help them when they lose their passkey. You see nothing of their money, and it costs you nothing.',
  noneTitle: 'Nobody has named you yet',
  none: 'When a friend names you as a guardian, they appear here.',
  trusts: (pid: string) => `${pid} trusts you`,
  terms: (threshold: number, guardians: number) => `${threshold} of ${guardians} guardians must agree.`,
  quiet: 'No help is needed right now.',
  asks: (pid: string) => `${pid} asks for help`,
  call: 'Call them first. A message is not enough: whoever stole the account can write messages too. Let them read this number to you from their screen:',
  approve: 'The numbers are the same: approve',
  approved: 'You have approved. They have to wait now, and can still be stopped.',
  leave: 'Stop being a guardian',
  leaveTitle: (pid: string) => `Stop guarding ${pid}?`,
  leaveBody: (pid: string) =>
    `PID asks you nothing more about ${pid} and sends no approval of yours. ${pid} is told at once, so that they can choose somebody else.`,
  leaveChain:
    'On the chain your name stays until they change their guardians with their own passkey. What you have already approved stands. Only they can name you again.',
  leaveConfirm: 'Stop',
  left: (pid: string) => `You no longer guard ${pid}`,
  done: 'Approved. Thank you.',
};

export type Text = typeof text;
