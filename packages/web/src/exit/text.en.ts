import type { ExitProblemName } from './exit-problem.ts';

export const text = {
  title: 'Leave with what is yours',
  lead: 'This page takes everything out of your wallet with only your passkey. It does not use PID’s servers, so it works when they are gone, when you are suspended, or when you simply want to leave.',
  needs:
    'You need: your passkey, an RPC server of the blockchain, and a wallet or key with a little SOL for the network fee.',
  save: 'Your passkey works only at this web address. Keep a copy of this page in case PID shuts down:',
  saveLink: 'save it as one file',
  saved:
    'This is the copy to keep. Everything it needs is in this one file. Opened as a file or at another address, it can approve with a recovery sheet and finish recoveries. Passkeys sign only at the address where you use PID.',
  find: {
    title: '1. Find your wallet',
    pid: 'Your player name',
    pidHint: 'Such as maya@pid.',
    rpc: 'RPC server',
    rpcHint: 'A Solana RPC server that you chose yourself, not one that someone sent you.',
    program: 'Wallet program',
    programHint: 'Its address on the blockchain. Get it from a source that you trust.',
    genesis: 'Blockchain (genesis hash)',
    genesisUnknown: 'not known to this page yet',
    unsealed:
      'This copy of the page does not know the wallet program. A wrong program could steal your money: type only what you are sure of.',
    submit: 'Look it up',
  },
  take: {
    title: '2. What to send, and where',
    what: 'What to take out',
    everything: 'Everything that is left',
    everythingHint: 'All that is in the wallet when the transaction is processed.',
    amount: 'How much',
    to: 'To which wallet',
    toHint: 'A Solana wallet address that is yours.',
    sol: 'SOL',
    token: (mint: string) => `Token ${mint}`,
    find: 'Find a token by its mint address',
    findHint: (shown: number, all: number) => `The list shows ${shown} of ${all} tokens.`,
    reading: (count: number) => (count === 0 ? 'Looking for tokens …' : `${count} tokens read so far …`),
    noTokens: 'The tokens could not be read. You can still take out SOL.',
    readTokens: 'Read the tokens again',
    frozen: (count: number) => `Tokens frozen by their issuer, which nobody can move: ${count}.`,
    leftOut: (count: number) => `Skipped because they do not look like tokens of this wallet: ${count}.`,
    other: 'Look up again',
  },
  pay: {
    title: '3. Who pays the network fee',
    body: 'Someone has to pay a tiny network fee. For a token, the payer also deposits a little SOL if the receiver never had that token. Nothing is signed yet: you see everything first.',
    wallet: (name: string) => `Pay with ${name}`,
    noWallet: 'No browser wallet was found. Install one, or paste a key.',
    key: 'Secret key of any account with a little SOL',
    keyHint:
      'It stays in the memory of this page and is deleted when you close it. Use a new account, not your savings.',
    withKey: 'Pay with this key',
  },
  review: {
    title: '4. Check before you sign',
    what: 'Leaves your wallet',
    everything: (now: string) => `Everything that is left (now ${now})`,
    mint: 'Mint of the token',
    from: 'From your vault',
    to: 'To the wallet',
    payer: 'Pays the network',
    pays: (lamports: string) => `about ${lamports}, nothing more`,
    until: 'Valid until',
    instructions: 'What the transaction does, in this order, and with which program',
    makesAccount: (lamports: string) =>
      `Creates the receiver’s account for this token. The payer deposits ${lamports} in it.`,
    checksPasskey: 'The network checks your passkey’s signature.',
    takesOut: (amount: string) => `The wallet program sends ${amount} from your vault to the receiver.`,
    signers: (makesAccount: boolean): string =>
      makesAccount
        ? 'Two signatures: your passkey, only for this exit; and the payer, for the fee and for creating that account.'
        : 'Two signatures: your passkey, only for this exit; and the payer, only for the fee.',
    payerApart: 'The wallet program does not get the payer’s signature.',
    payerReceives: 'The payer is also the receiver, so the wallet program sees its signature.',
    raw: 'Show it byte by byte',
    toBeSigned: '(followed by what your passkey signs)',
    sign: 'Sign and send',
    send: 'Send',
    back: 'Change',
  },
  claim: {
    title: 'This wallet was never activated',
    body: 'No passkey guards it yet. You can claim it here with your passkey and the certificate from the wallet page. Thirty days later the wallet is yours, and you can take everything out.',
    vault: 'Your vault',
    holds: 'Contents',
    certificateTitle: '2. Your certificate',
    certificateBody:
      'The wallet page saves it as a file. It is not secret: nobody can use it without your passkey.',
    file: 'Certificate file',
    fileHint: 'Its name begins with pid-certificate.',
    kept: 'This device has one. Choose a file only if it is newer.',
    passkey: 'For which passkey',
    passkeyHint: 'The browser will ask for exactly this one.',
    option: (id: string, issued: string) => `${issued} · ${id}…`,
    payBody:
      'Someone has to pay a tiny network fee and a small deposit for the claim. The deposit goes to your wallet when the claim is closed. Nothing is signed yet: you see everything first.',
    goesTo: 'Key of the passkey that gets the wallet',
    issued: 'Certificate issued',
    registrar: 'Signed by the registrar',
    paysRent: (lamports: string) => `The payer deposits ${lamports} in the claim.`,
    checksCertificate: 'The network checks the registrar’s signature on the certificate.',
    opens:
      'The wallet program opens the claim. It waits thirty days. During that time, an activation or a newer certificate ends it.',
    signers: (pays: boolean): string =>
      pays
        ? 'Two signatures: your passkey, only for this claim; and the payer, for the fee and the deposit. The wallet program does not get the payer’s signature.'
        : 'Two signatures: your passkey, only for this claim; and the payer, only for the fee. The wallet program does not get the payer’s signature.',
    waitingTitle: 'A claim is open',
    readyTitle: 'The waiting time is over',
    readyAt: 'Can be finished from',
    waitingBody:
      'There is nothing to do until then. Open this page, or its saved copy, on or after that day. The time comes from your RPC server; the blockchain decides.',
    readyBody: 'Anyone can finish it now: the wallet goes to that passkey, no matter who sends it.',
    known: 'The claim is for a passkey whose certificate is on this device.',
    unknown:
      'This device does not know the passkey of the claim. If you did not open it, replace it with your newer certificate before it is finished.',
    displace: 'I have a newer certificate',
    ended:
      'There is a claim, but its registrar has been replaced, so it cannot be finished. A certificate of the new registrar replaces it.',
    finishTitle: 'Who pays the network fee',
    finishBody: 'Someone has to pay a tiny network fee. Nothing is signed yet: you see everything first.',
    finishes:
      'The wallet program activates the wallet for the passkey of the claim. The wallet pays the deposit of its account, about 0.0015 SOL.',
    payerOnly: 'One signature: the payer, only for the fee.',
    closeTitle: 'The claim still holds its deposit',
    closeBody: 'The wallet is active, so the claim is no longer needed. Closing it returns the deposit.',
    rentTo: 'The deposit goes to',
    close: 'Close the claim',
    closes: 'The wallet program closes the claim and sends its deposit there.',
    done: {
      claim: {
        title: 'The claim is open',
        body: 'It can be finished in thirty days. Keep the saved copy of this page and your passkey until then.',
        next: 'See the claim',
      },
      finish: {
        title: 'The wallet is yours',
        body: 'Your passkey guards it now. Take everything out.',
        next: 'Continue',
      },
      close: {
        title: 'The claim is closed',
        body: 'The deposit was returned.',
        next: 'Continue',
      },
    },
  },
  recovery: {
    title: 'Recovery',
    body: 'Lost your passkey, or are you someone’s guardian? Set, use and stop guardians here, without PID.',
    open: 'Open recovery',
  },
  noPasskeys: {
    title: 'Passkeys do not work on this page.',
    works:
      'Approving with a recovery sheet works here, and so does finishing a recovery or a claim. Type the words of a sheet only into a copy that you saved yourself.',
  },
  steps: { passkey: 'Sign with your passkey', send: 'Sent to the blockchain', confirmed: 'Confirmed' },
  signature: 'Transaction signature',
  signatureHint:
    'Your RPC server says that it is confirmed. To be sure, look up the signature on another server.',
  copySignature: 'Copy the signature',
  doneTitle: 'Sent',
  doneBody: (amount: string, to: string) => `Sent to ${to}: ${amount}`,
  again: 'Take out something else',
  program: (sentence: string) => `The wallet program refused it: ${sentence}.`,
  unreachable:
    'The RPC server did not respond. Check its address, or try another one that accepts requests from web pages.',
  senseless: 'The RPC server sent an invalid response. Try another one.',
  refused: 'The RPC server refused the request. If this happens again, try another one.',
  refusedWords: 'Message from the server',
  problems: {
    badPid: 'A player name ends in @pid, such as maya@pid. Check it.',
    badProgram: 'The program address is not valid. Check it again.',
    badUrl: 'The RPC server needs an https address (http only on this machine).',
    noProgramHere:
      'The wallet program is not on this blockchain. The RPC server may belong to another blockchain.',
    otherChain:
      'The RPC server belongs to another blockchain. Use a server of the blockchain that this page names.',
    otherHost:
      'A browser lets a passkey sign only at the web address that it was made for. This RPC server says that the passkeys of this wallet belong to another address. Try another server, or open /exit at the address where you use PID.',
    openedAsFile:
      'A browser lets a passkey sign only at the web address that it was made for, and a page opened as a file has none. Open /exit at the address where you use PID, or serve this file at that address.',
    clockDiffers:
      'The RPC server’s time is more than five minutes ahead of this device. Set the clock of your device, or try another server.',
    claimTime:
      'This RPC server says that the claim waits longer than thirty days, which is not possible. Set the clock of your device, or try another server.',
    noCertificate: 'Choose your certificate first.',
    badCertificate: 'That file is not a certificate. Use the JSON file that the wallet page saves.',
    certificateProgram: 'The certificate is for another wallet program, not the one of this page.',
    certificateChain: 'The certificate is for another blockchain, not the one of this page.',
    certificatePlayer: 'The certificate is for another player. Check the player name above.',
    certificateHost: 'The certificate is for passkeys of another web address.',
    certificateRegistrar:
      'This RPC server says that the registrar who signed the certificate has been replaced. You need a newer certificate. If you doubt this, try another server.',
    certificateForged: 'The registrar did not sign this certificate: something in it was changed.',
    certificateNotLater:
      'A claim with an equally new or newer certificate is already open. Only a newer certificate replaces it.',
    badDestination: 'That is not a Solana address. Check it and paste it again.',
    payerReceives:
      'This copy of the page does not know the wallet program, so the receiver cannot also be the payer. Use another payer.',
    badAmount: 'Enter a number above zero, at most what is in the wallet.',
    otherPasskey: 'That passkey does not guard this wallet. Try again and choose the one that does.',
    browserWords: 'The blockchain does not accept signatures from this browser. Try another browser.',
    badKey: 'That is not a secret key. It has 64 bytes, in base58 or as a list of numbers.',
    keyUnsupported: 'This browser cannot sign with a pasted key. Use a newer browser, or a browser wallet.',
    walletRefused: 'The browser wallet did not sign. Try again, or paste a key.',
    notConfirmed:
      'It was sent but is not confirmed yet. Look up the wallet again before you retry. The same exit cannot happen twice.',
    badNewKey: 'That is not a passkey key. It has 66 digits and letters. Copy it again.',
    sameKey: 'That key already guards this wallet.',
    browserKey: 'This browser does not show the key of a new passkey. Use a newer browser.',
    badWords: 'These are not the twelve words of a recovery sheet. Check the spelling of each word.',
    otherSheet: 'These are not the words on that sheet. Check them, or look for the right sheet.',
    friendUnknown: 'This player has no active wallet, so they cannot approve:',
    guardsItself: 'The wallet cannot guard itself. Choose other players.',
    policyTerms: 'Choose one to five guardians. At most all of them must agree, and the days are 1 to 30.',
    noGuardians: 'This wallet has no guardians.',
  } satisfies Record<ExitProblemName, string>,
};
export type Text = typeof text;
