export const text = {
  title: 'Books that anyone can check',
  lead: 'Every movement of money is an entry of a public log, and every day the total that is owed to players and apps is published. Neither can be changed later without being noticed.',
  owed: 'Owed to players and apps',
  accounts: (count: string) => `${count} accounts`,
  on: 'on',
  none: 'The first total is published within a day.',
  reserves: 'Reserves',
  reservesFrom: (source: string) => `According to the operator: ${source}`,
  noReserves: 'The operator has entered no reserves.',
  chart: 'Over time',
  chartLabel: (from: string, to: string, last: string) => `Total owed from ${from} to ${to}, last ${last}`,
  legendOwed: 'owed',
  legendReserves: 'reserves',
  anchor: 'On the chain',
  anchored:
    'Your device has computed the memo from date, root, total and checkpoint, and it is the one that the service has written into the chain.',
  explorer: 'Any explorer shows the memo of this transaction without the service:',
  totalFaults: {
    memo: 'The memo on the chain is that of another total.',
    log: 'The log does not contain the checkpoint that the memo names.',
    changed: 'This device has already seen a different total for that date, or a total for a later date.',
  },
  noAnchor: 'The last total is not on the chain yet.',
  copyAnchor: 'Copy the signature',
  openExplorer: 'Open in an explorer',
  log: 'The log',
  entries: (count: string) => `${count} entries`,
  states: {
    unsigned: 'The signature of the log is wrong.',
    first: 'The signature is right. This device checks the log for the first time.',
    continued: 'The signature is right, and the log contains everything that this device saw before.',
    restarted:
      'The signature is right. This log is new and begins with a checkpoint of the old log that contains everything that this device saw.',
    unlinked:
      'This log is new, and nothing proves that it contains what this device saw in the old log. Ask the operator why it was begun again.',
    rekeyed:
      'The log is signed with another key, which the old key does not confirm. Ask the operator whether the key was changed.',
    broken: 'Entries that this device saw before are missing or changed.',
  },
  noLog: 'The log has no entries yet.',
  key: 'Key',
  copyKey: 'Copy the key',
  how: 'How to check',
  ways: [
    'Open a receipt and press “Check this”. Your device verifies that it is in the log, and that your balance is part of the total.',
    'Save the proof and verify it with a program of 150 lines that does not come from this service: examples/verify in the source code.',
    'Companies can run a witness, which remembers the log and signs what it saw: pid witness.',
  ],
};
export type Text = typeof text;
