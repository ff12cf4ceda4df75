import type { ExitProblemName } from './exit-problem.ts';

export const text = {
  title: 'Leave with what is yours',
  lead: 'This page takes everything out of your wallet with your passkey alone. It asks nothing of PID’s servers, so it works when they are gone, when you are suspended, or when you simply want to go.',
  needs:
    'You need: your passkey, an RPC server of the chain, and a wallet or key with a little SOL for the network fee.',
  save: 'Your passkey works under this host name alone. Keep a copy of this page for the day when we are gone:',
  saveLink: 'save it as one file',
  saved:
    'This is the copy to keep. Everything it needs is in this one file. Opened as a file or under another address it approves with a recovery sheet and finishes recoveries; passkeys sign only under the address where you use PID.',
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
    send: 'Send',
    back: 'Change it',
  },
  claim: {
    title: 'This wallet was never activated',
    body: 'No passkey guards it yet. With the certificate that the wallet page gave you and your passkey you can claim it here. Thirty days later the wallet is yours, and you take out what is in it.',
    vault: 'Your vault',
    holds: 'In it',
    certificateTitle: '2. Your certificate',
    certificateBody:
      'The wallet page saves it as a file. It is no secret: without your passkey it opens nothing.',
    file: 'Certificate file',
    fileHint: 'Its name begins with pid-certificate.',
    kept: 'This device has kept one. Choose a file only if it is newer.',
    passkey: 'For which passkey',
    passkeyHint: 'The browser will ask for exactly this one.',
    option: (id: string, issued: string) => `${issued} · ${id}…`,
    payBody:
      'Somebody pays a fraction of a cent to the network and leaves a small deposit in the claim. The deposit goes to your wallet when the claim is closed. Nothing is signed yet: you see all of it first.',
    goesTo: 'Key of the passkey that gets the wallet',
    issued: 'Certificate issued',
    registrar: 'Signed by the registrar',
    paysRent: (lamports: string) => `The payer leaves ${lamports} in the claim as its deposit.`,
    checksCertificate: 'The network checks the registrar’s signature on the certificate.',
    opens:
      'The wallet program opens the claim. It waits thirty days, in which an activation or a newer certificate ends it.',
    signers: (pays: boolean): string =>
      pays
        ? 'Two sign: your passkey, for exactly this claim; and the payer, for the fee and the deposit. The wallet program is not given the payer’s signature.'
        : 'Two sign: your passkey, for exactly this claim; and the payer, for the fee alone. The wallet program is not given the payer’s signature.',
    waitingTitle: 'A claim is open',
    readyTitle: 'The wait is over',
    readyAt: 'Can be finished from',
    waitingBody:
      'Until then there is nothing to do. Come back with this page, or its saved copy, on or after that day. The time is the word of your RPC server; the chain has the last one.',
    readyBody: 'Anybody may finish it now: the wallet goes to that passkey, whoever sends it.',
    known: 'The claim is for a passkey whose certificate this device has kept.',
    unknown:
      'This device does not know the passkey of the claim. If you did not open it, displace it with a newer certificate of yours before it is finished.',
    displace: 'I have a newer certificate',
    ended:
      'A claim is there, but the registrar who certified it has been replaced, so it cannot be finished. A certificate of the new registrar displaces it.',
    finishTitle: 'Who pays the network fee',
    finishBody:
      'Somebody has to pay a fraction of a cent to the network. Nothing is signed yet: you see all of it first.',
    finishes:
      'The wallet program activates the wallet for the passkey of the claim. The wallet pays the deposit of its account, about 0.0015 SOL.',
    payerOnly: 'One signs: the payer, for the fee alone.',
    closeTitle: 'The claim still holds its deposit',
    closeBody: 'The wallet is active, so the claim has done its work. Closing it gives the deposit back.',
    rentTo: 'The deposit goes to',
    close: 'Close the claim',
    closes: 'The wallet program closes the claim and sends its deposit there.',
    done: {
      claim: {
        title: 'The claim is open',
        body: 'It can be finished in thirty days. Keep the saved copy of this page and your passkey until then.',
        next: 'Look at it',
      },
      finish: {
        title: 'The wallet is yours',
        body: 'Your passkey guards it now. Take out what is in it.',
        next: 'Go on',
      },
      close: {
        title: 'The claim is closed',
        body: 'Its deposit is where it belongs.',
        next: 'Go on',
      },
    },
  },
  recovery: {
    title: 'Recovery',
    body: 'Lost the passkey, or a guardian of somebody? Guardians are set, used and stopped here, without PID.',
    open: 'Open recovery',
  },
  noPasskeys: {
    title: 'Passkeys do not work on this page.',
    works:
      'Approving with a recovery sheet works here, and so does finishing a recovery or a claim. Type the words of a sheet only into a copy that you saved yourself.',
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
      'A browser lets a passkey sign only on the web address that it was made for. By the word of this RPC server, the passkeys of this wallet belong to another address than this page. Try another server, or open /exit under the address where you use PID.',
    openedAsFile:
      'A browser lets a passkey sign only on the web address that it was made for, and a page opened as a file has none. Open /exit under the address where you use PID, or serve this file under that address.',
    clockDiffers:
      'The RPC server’s time is more than five minutes ahead of this device. Set the clock of your device, or try another server.',
    claimTime:
      'By the word of this RPC server, the claim waits longer than thirty days, which the program does not know. Set the clock of your device, or try another server.',
    noCertificate: 'Choose your certificate first.',
    badCertificate:
      'That file holds no certificate. It is the one that the wallet page saves, with names and numbers in JSON.',
    certificateProgram: 'The certificate is for another wallet program than the one of this page.',
    certificateChain: 'The certificate is for another chain than the one of this page.',
    certificatePlayer: 'The certificate is for another player. Check the player name above.',
    certificateHost: 'The certificate is for passkeys of another host name than this page.',
    certificateRegistrar:
      'By the word of this RPC server, the registrar who signed the certificate has been replaced. Only a newer certificate serves; try another server if you doubt it.',
    certificateForged: 'The registrar did not sign this certificate: something in it was changed.',
    certificateNotLater:
      'A claim by a certificate as new as this one, or newer, is open already. Only a newer certificate displaces it.',
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
    badNewKey: 'That is no key of a passkey: it has 66 digits and letters. Copy it again.',
    sameKey: 'That key guards this wallet already.',
    browserKey: 'This browser does not show the key of a new passkey. Use a newer browser.',
    badWords: 'These are not twelve words of a sheet. Check the spelling one by one.',
    otherSheet: 'These are not the words of that sheet. Check them, or look for another sheet.',
    friendUnknown: 'This player has no active wallet and could not approve:',
    guardsItself: 'The wallet cannot guard itself. Name other players.',
    policyTerms:
      'Choose one to five guardians. No more of them can be needed than there are, and the days are 1 to 30.',
    noGuardians: 'This wallet has no guardians.',
  } satisfies Record<ExitProblemName, string>,
};
export type Text = typeof text;
