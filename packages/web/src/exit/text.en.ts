import type { ExitProblemName } from './exit-problem.ts';

export const text = {
  title: 'Leave with what is yours',
  lead: 'This page takes everything out of your wallet with your passkey alone. It asks nothing of PID’s servers, so it works when they are gone, when you are suspended, or when you simply want to go.',
  needs:
    'You need: your passkey, an RPC server of the chain, and a wallet or key with a little SOL for the network fee.',
  save: 'Your passkey works under this host name alone. Keep a copy of this page for the day when we are gone:',
  saveLink: 'save it as one file',
  saved: 'This is the copy to keep. Everything it needs is in this one file.',
  find: {
    title: '1. Find your wallet',
    pid: 'Your player name',
    pidHint: 'Such as maya@pid.',
    rpc: 'RPC server',
    rpcHint: 'A Solana RPC server that you chose yourself, not one that somebody sent you.',
    program: 'Wallet program',
    programHint: 'Its address on the chain. Take it from a source that you trust.',
    genesis: 'Chain (genesis hash)',
    genesisUnknown: 'not known to this page yet',
    unsealed:
      'This copy of the page does not know the wallet program. A wrong one takes what it can get: type only what you are sure of.',
    submit: 'Look it up',
  },
  take: {
    title: '2. What goes where',
    what: 'What to take',
    everything: 'Everything that is left',
    everythingHint: 'Whatever is in it when this lands, to the last bit.',
    amount: 'How much',
    to: 'To which wallet',
    toHint: 'A Solana wallet address that is yours.',
    sol: 'SOL',
    token: (mint: string) => `Token ${mint}`,
    find: 'Find a token by its mint address',
    findHint: (shown: number, all: number) => `The list shows ${shown} of ${all} tokens.`,
    reading: (count: number) => (count === 0 ? 'Looking for tokens …' : `${count} tokens read so far …`),
    noTokens: 'The tokens could not be read. SOL can leave all the same.',
    readTokens: 'Read the tokens again',
    frozen: (count: number) => `Tokens frozen by their issuer, which nobody can move: ${count}.`,
    leftOut: (count: number) => `Left out because they do not look like tokens of this wallet: ${count}.`,
    other: 'Look up again',
  },
  pay: {
    title: '3. Who pays the network fee',
    body: 'Somebody has to pay a fraction of a cent to the network. For a token, the payer also leaves a little SOL with a receiver who never held it. Nothing is signed yet: you see all of it first.',
    wallet: (name: string) => `Pay with ${name}`,
    noWallet: 'No browser wallet was found. Install one, or paste a key.',
    key: 'Secret key of any account with a little SOL',
    keyHint:
      'Stays in the memory of this page and is forgotten when you close it. Use a fresh account, not your savings.',
    withKey: 'Pay with this key',
  },
  review: {
    title: '4. Look before you sign',
    what: 'Leaves your wallet',
    everything: (now: string) => `Everything that is left (now ${now})`,
    mint: 'Mint of the token',
    from: 'From your vault',
    to: 'To the wallet',
    payer: 'Pays the network',
    pays: (lamports: string) => `about ${lamports}, and nothing else`,
    until: 'Holds until',
    instructions: 'What the transaction does, in this order, and by which program',
    makesAccount: (lamports: string) =>
      `Makes the receiver’s account for this token. The payer leaves ${lamports} in it.`,
    checksPasskey: 'The network checks your passkey’s signature.',
    takesOut: (amount: string) => `The wallet program sends ${amount} from your vault to the receiver.`,
    signers: (makesAccount: boolean): string =>
      makesAccount
        ? 'Two sign: your passkey, for exactly this exit; and the payer, for the fee and for making that account.'
        : 'Two sign: your passkey, for exactly this exit; and the payer, for the fee alone.',
    payerApart: 'The wallet program is not given the payer’s signature.',
    payerReceives: 'The payer is also the receiver, so the wallet program does see its signature.',
    raw: 'Show it byte by byte',
    toBeSigned: '(followed by what your passkey signs)',
    sign: 'Sign and send',
    back: 'Change it',
  },
  steps: { passkey: 'Sign with your passkey', send: 'On its way to the chain', confirmed: 'Confirmed' },
  signature: 'Transaction signature',
  signatureHint:
    'That it is confirmed is the word of your RPC server. Look the signature up with another one to be sure.',
  copySignature: 'Copy the signature',
  doneTitle: 'It is out',
  doneBody: (amount: string, to: string) => `Sent to ${to}: ${amount}`,
  again: 'Take something else',
  program: (sentence: string) => `The wallet program refused it: ${sentence}.`,
  unreachable:
    'The RPC server did not answer. Check its address, or try another one that allows web pages to ask.',
  senseless: 'The RPC server gave an answer that makes no sense. Try another one.',
  refused: 'The RPC server refused it. Try another one if this goes on.',
  refusedWords: 'Its words, which are not ours',
  problems: {
    badPid: 'A player name ends in @pid, such as maya@pid. Check it.',
    badProgram: 'The program address is not one. Look at its field again.',
    badUrl: 'The RPC server needs an https address (http only on this machine).',
    noProgramHere: 'The wallet program is not on this chain. The RPC server may be of another chain.',
    otherChain:
      'The RPC server is of another chain than this page. Use one of the chain that this page names.',
    otherHost:
      'By the word of this RPC server, the wallet belongs to another host name than this page. Try another server, or open /exit under the address where you use PID.',
    clockDiffers:
      'The RPC server’s time is more than five minutes ahead of this device. Set the clock of your device, or try another server.',
    notActivated: 'This wallet was never activated, so no passkey can move what is in it.',
    badDestination: 'That is not a Solana address. Check it and paste it again.',
    payerReceives:
      'This copy of the page does not know the wallet program, so the receiver may not be the payer as well. Use another payer.',
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
