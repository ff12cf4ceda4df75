export const text = {
  early: 'This is not in the public log yet. Try again in a moment.',
  good: 'This is in the public books',
  goodBody: 'Your device has computed it. Nobody can change it later without being noticed.',
  unproven: 'This cannot be proven',
  unprovenBody:
    'It is in the public log, but the service has not given your device the key to compare the amount with it. That does not mean that the books are wrong. Save the proof and ask the operator why.',
  lostBody:
    'The service has lost its key of your account, so earlier entries cannot be proven any more. Proofs that you saved before stay valid. Ask the operator what happened.',
  doubtful: 'This is in the public books, but there is a warning',
  doubtfulBody: 'Your amount is right. Save the proof and ask the operator about the warning below.',
  bad: 'This does not agree with the public books',
  badBody:
    'Save the proof and ask for an explanation. Somebody has changed the books, or the connection was interrupted.',
  steps: 'What was compared',
  posting: {
    proven: (amount: string, number: number, size: number) =>
      `${amount} is entry ${number} of ${size} in the log.`,
    unopened: (amount: string, number: number, size: number) =>
      `Your device cannot compare ${amount} with entry ${number} of ${size} in the log.`,
    lost: (amount: string, date: string) => `${amount} cannot be checked any more since ${date}.`,
    all: (count: number) => `${count} entries are in the log, with their amounts and balances.`,
    early: (amount: string) => `${amount} is not in the log yet.`,
    missing: (amount: string) => `${amount} is not in the log, although it is older than a day.`,
    wrong: (amount: string) => `${amount} or the new balance differs from the entry in the log.`,
  },
  log: {
    unsigned: (): string => 'The signature of the log is wrong.',
    first: (origin: string) => `The log is signed by ${origin}. This device checks it for the first time.`,
    continued: (origin: string) =>
      `The log is signed by ${origin} and contains everything that this device saw before.`,
    restarted: (origin: string) =>
      `The log ${origin} is new. It begins with a checkpoint of the old log that contains everything that this device saw.`,
    unlinked: (origin: string) =>
      `The log ${origin} is new, and nothing proves that it contains what this device saw in the old log.`,
    rekeyed: (origin: string) =>
      `The log is signed by ${origin} with another key, which the old key does not confirm.`,
    broken: (): string => 'Entries that this device saw before are missing or changed.',
  },
  balance: {
    proven: (amount: string, date: string) => `Your ${amount} is part of the published total of ${date}.`,
    wrong: (amount: string, date: string) => `Your ${amount} is not part of the published total of ${date}.`,
    less: (amount: string, date: string) =>
      `The published total of ${date} contains only ${amount} of yours, which is less than your statement says.`,
    early: (): string => 'Your balance is not in a daily total yet.',
    lost: (date: string) =>
      `Your balance cannot be checked since ${date}. The total of the next day contains it again.`,
    missing: (date: string) => `Your balance is missing in the published total of ${date}.`,
    unpublished: (date: string) => `No total with your balance was published after ${date}.`,
  },
  anchor:
    'The service says that this is the memo of the transaction on the blockchain, and your device computed the same. A blockchain explorer shows it without the service.',
  totalFaults: {
    memo: 'The memo on the chain is that of another total.',
    log: 'The log does not contain the checkpoint that the memo names.',
    changed: 'This device has already seen a different total for that date, or a total for a later date.',
  },
  save: 'Save the proof',
};
export type Text = typeof text;
