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
  done: 'Approved. Thank you.',
};

export type Text = typeof text;
