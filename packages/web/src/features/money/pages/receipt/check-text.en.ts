export const checkText = {
  check: 'Check this',
  more: 'What is checked?',
  early: 'This is not in the public log yet. Try again in a moment.',
  good: 'This is in the public books',
  goodBody: 'Your device has computed it. Nobody can change it later without being noticed.',
  bad: 'This does not agree with the public books',
  badBody:
    'Save the proof and ask for an explanation. Somebody has changed the books, or the connection was interrupted.',
  steps: 'What was compared',
  posting: (isGood: boolean, number: number, size: number) =>
    isGood
      ? `Amount and balance are entry ${number} of ${size} in the log.`
      : 'Amount or balance differ from the entry in the log.',
  signed: (isGood: boolean, origin: string) =>
    isGood ? `The log is signed by ${origin}.` : 'The signature of the log is wrong.',
  continued: (isGood: boolean): string =>
    isGood
      ? 'The log contains everything that this device saw before.'
      : 'Entries that this device saw before are missing or changed.',
  balance: (isGood: boolean, amount: string, date: string) =>
    isGood
      ? `Your ${amount} are part of the published total of ${date}.`
      : `Your ${amount} are not part of the published total of ${date}.`,
  save: 'Save the proof',
};
export type CheckText = typeof checkText;
