import type { ExitProblemName } from './exit-problem.ts';

export const text = {
  title: 'Leave with what is yours',
  lead: 'This page takes everything out of your wallet with your passkey alone. It asks nothing of PID’s servers, so it works when they are gone, when you are suspended, or when you simply want to go.',
  needs:
    'You need: your passkey, an RPC server of the chain, and a wallet or key with a little SOL for the network fee.',
  save: 'Passkeys belong to this host name. Keep the address of this page.',
  find: {
    title: '1. Find your wallet',
    pid: 'Your player name',
    pidHint: 'Such as maya@pid.',
    rpc: 'RPC server',
    rpcHint: 'The address of any Solana RPC server that you trust.',
    advanced: 'Program address',
    programHint: 'The wallet program on the chain. Known already, unless this page was copied.',
    submit: 'Look it up',
  },
  take: {
    title: '2. What goes where',
    what: 'What to take',
    amount: 'How much',
    amountHint: 'Everything, unless you change it.',
    to: 'To which wallet',
    toHint: 'A Solana wallet address that is yours.',
    sol: 'SOL',
    token: (mint: string) => `Token ${mint}`,
    empty: 'There is nothing in it.',
    other: 'Look up again',
  },
  pay: {
    title: '3. Who pays the network fee',
    body: 'Somebody has to pay a fraction of a cent to the network. For a token, the payer also leaves about 0.002 SOL with the receiver who never held it. Whoever pays cannot change what you sign.',
    wallet: (name: string) => `Pay with ${name}`,
    noWallet: 'No browser wallet was found. Install one, or paste a key.',
    key: 'Secret key of any account with a little SOL',
    keyHint:
      'Stays in the memory of this page and is forgotten when you close it. Use a fresh account, not your savings.',
    withKey: 'Pay with this key',
  },
  steps: { passkey: 'Sign with your passkey', send: 'On its way to the chain', confirmed: 'Confirmed' },
  signature: 'Transaction signature',
  copySignature: 'Copy the signature',
  doneTitle: 'It is out',
  doneBody: (amount: string, to: string) => `${amount} arrived at ${to}.`,
  again: 'Take something else',
  program: (sentence: string) => `The wallet program refused it: ${sentence}.`,
  unreachable:
    'The RPC server did not answer. Check its address, or try another one that allows web pages to ask.',
  refused: (words: string) => `The RPC server refused it: ${words}`,
  problems: {
    badPid: 'A player name ends in @pid, such as maya@pid. Check it.',
    badProgram: 'The program address is not one. Look at its field again.',
    badUrl: 'The RPC server needs an https address (http only on this machine).',
    noProgramHere: 'The wallet program is not on this chain. The RPC server may be of another chain.',
    otherHost: 'Your passkey belongs to another address. Open the page /exit there:',
    notActivated: 'This wallet was never activated, so no passkey can move what is in it.',
    badDestination: 'That is not a Solana address. Check it and paste it again.',
    badAmount: 'Give a number between zero and what is in the wallet.',
    otherPasskey: 'That passkey does not guard this wallet. Try again and choose the one that does.',
    browserWords: 'This browser signs in a way that the chain does not take. Try another browser.',
    badKey: 'That is no secret key: it has 64 bytes, in base58 or as a list of numbers.',
    keyUnsupported: 'This browser cannot sign with a pasted key. Use a newer browser, or a browser wallet.',
    walletRefused: 'The browser wallet did not sign. Try again, or paste a key.',
    notConfirmed:
      'It was sent but is not confirmed yet. Look the wallet up again before you try once more: the same exit cannot happen twice.',
  } satisfies Record<ExitProblemName, string>,
};
export type Text = typeof text;
