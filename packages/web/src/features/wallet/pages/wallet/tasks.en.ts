import type { Text } from './text.en.ts';

/** Withdrawing and moving to another passkey, which few visits do. */
export const text = {
  form: {
    asset: 'What',
    available: (amount: string) => `${amount} available`,
    to: 'Send to',
    toHint: 'A player name such as budi@pid, or the address of a Solana wallet.',
    toInvalid: 'This is neither a player name nor a Solana address. Check it.',
    toNobody: 'There is no player with that name. Check the spelling.',
    paste: 'Paste',
    pasteFailed: 'The browser does not allow pasting. Press and hold the field, then paste.',
    scan: 'Scan a QR code',
    scanHint: 'The code of a wallet, a player or a payment request.',
    notInCode: 'This has no player name, Solana address or payment request.',
    toOwn: 'This is your own wallet. Enter another address.',
    amount: 'How much',
    amountInvalid: 'Enter a number, such as 0.5.',
    nothing: 'Enter more than zero.',
    tooMuch: 'The wallet does not have enough for this amount and the fees.',
    dust: (rest: string) =>
      `That would leave too little in the wallet. Take everything, or leave at least ${rest} in it.`,
    max: 'Everything',
    review: 'Review',
  },
  request: {
    title: 'Payment request',
    body: 'The creator of the code wrote this. Pay only if you know what for.',
    amount: 'They ask for',
    label: 'They call themselves',
    message: 'Message',
    memo: 'Note on the blockchain, for everyone to read',
    reference: 'Order number on the blockchain',
    references: (count: number) => (count === 1 ? 'Included' : `${count} included`),
    discard: 'Discard the request',
    noAsset: (name: string) => `This request asks for ${name}, which is not in your wallet.`,
    problems: {
      broken: 'This payment request cannot be read. Ask for a new one.',
      website:
        'This code lets a website write the transaction. PID does not sign those. Ask for a code with a fixed address.',
      'too-long': 'The notes in this payment request are too long for one transaction. Ask for a new one.',
      unknown: (parameter: string) =>
        `This payment request demands something that PID does not know (“${parameter}”). Nothing was filled in.`,
    },
  },
  review: {
    title: 'Check before you sign',
    warning: 'Blockchain transactions cannot be undone. Check the address letter by letter.',
    warningPlayer: 'Blockchain transactions cannot be undone. Check the name letter by letter.',
    signerSynced: (name: string) =>
      `Your browser will ask for the passkey “${name}”. It is on every device that syncs your passkeys.`,
    signerDevice: (name: string) =>
      `Your browser will ask for the passkey “${name}”. It is on one device only.`,
    signerMissing: (name: string) => `“${name}” did not sign`,
    signerMissingSynced:
      'Only this passkey can sign. If it is not on this device, sign in here to the account that stores your passkeys, or open this page on a device that has it. Nothing was sent.',
    signerMissingDevice:
      'Only this passkey can sign. If it is on another device, open this page there, or choose “another device” when the browser asks and scan the QR code. Nothing was sent.',
    signerLost: 'Lost the device?',
    send: 'They receive',
    to: 'Address',
    networkFee: 'Network fee',
    everything: (amount: string) => `Everything (now ${amount})`,
    everythingBody: 'You send everything that is in the wallet at that moment, minus fees.',
    rent: 'Deposit for the receiver’s new token account',
    protocolFee: 'PID’s fee',
    total: 'Leaves your wallet',
    change: 'Change',
    sign: 'Sign with your passkey',
  },
  rotate: {
    body: 'From then on, the other passkey guards the wallet. It costs you nothing.',
    consequences: [
      'The passkey that guards it now is removed from your identity.',
      'Every open game session ends.',
      'Keep the new passkey safe: without it, nobody can open the wallet, not even PID.',
    ],
    choose: 'New passkey',
    unproven: 'Sign in with it once. Then it can take over.',
    none: 'You have no other passkey. Add one on another device under Security, then come back.',
    toSecurity: 'Go to Security',
    submit: 'Sign with the current passkey',
  },
};
export type TaskText = typeof text;
/** With the texts of the page. */
export type FullText = Text & TaskText;
