export const text = {
  title: 'You as a guardian',
  lead: 'You help these players if they lose their passkey. You do not see their money, and it costs you nothing.',
  noneTitle: 'Nobody has chosen you yet',
  none: 'When a friend chooses you as a guardian, they appear here.',
  trusts: (pid: string) => `You are a guardian of ${pid}`,
  terms: (threshold: number, guardians: number) => `${threshold} of ${guardians} guardians must agree.`,
  quiet: 'No help is needed right now.',
  asks: (pid: string) => `${pid} asks for help`,
  call: 'Call them first. A message is not enough: a thief can write messages too. Ask them to read this number to you from their screen:',
  approve: 'The numbers are the same: approve',
  approved:
    'You approved. The waiting time begins when enough guardians agree. The recovery can still be stopped.',
  leave: 'Stop being a guardian',
  leaveTitle: (pid: string) => `Stop being a guardian of ${pid}?`,
  leaveBody: (pid: string) =>
    `PID will not ask you about ${pid} again or send your approval. We tell ${pid} right away, so that they can choose someone else.`,
  leaveChain:
    'On the blockchain, you stay a guardian until they change their guardians with their passkey. Approvals you already gave stay valid. Only they can choose you again.',
  leaveConfirm: 'Stop',
  left: (pid: string) => `You are no longer a guardian of ${pid}`,
  done: 'Approved. Thank you.',
};

export type Text = typeof text;
