export const text = {
  title: 'Recovery',
  lead: 'How to get back in if you lose your phone, and how to stop someone who pretends to be you.',
  safeTitle: 'You are safe if you lose your phone',
  safe: 'Your guardians can approve a new passkey. While you still have your passkey, you can stop them.',
  safePaper:
    'With your recovery sheet, you can set up a new passkey yourself. While you still have your passkey, you can stop anyone who tries.',
  unreachableTitle: 'Too few guardians are left',
  unreachable:
    'Some of your guardians have left, and too few remain. If you lose your passkey now, your wallet is lost. Choose new guardians and sign with your passkey.',
  left: 'is no longer your guardian',
  riskTitle: 'If you lose your passkey, your wallet is lost',
  risk: 'Nobody can open it for you, not even PID. A second passkey does not help: only one passkey guards the wallet. Setting up recovery takes five minutes.',
  noWalletTitle: 'You get your account back after seven days',
  noWallet:
    'Your wallet is not active yet, so losing your passkeys does not lose what is in it. If you lose your passkeys, sign in with your linked login and start a recovery here. After seven days, a new passkey takes over.',
  guardiansTitle: 'Your guardians',
  guardian: { passkey: 'Another passkey of yours', sheet: 'Your recovery sheet', account: 'A player' },
  terms: (threshold: number, count: number, days: number) =>
    `${threshold} of ${count} must agree. Then you have ${days} days to stop it. Anyone can read this on the blockchain.`,
  drill: 'Test your recovery sheet',
  drillHint: 'Type the twelve words. They stay on this page, and nothing changes.',
  drillGood: 'These are the right words. Put them back in a safe place.',
  drillBad: 'These are not the words on your sheet. Look for the right sheet, or make a new one.',
  check: 'Check the words',
  remove: 'Remove the guardians',
  removeBody:
    'Without guardians, your wallet is lost if you lose your passkey. You sign the removal with your passkey.',
  removeSign: 'Remove with my passkey',
  removed: 'Your guardians were removed',
  change: 'Choose other guardians',
  setUp: 'Set up recovery',
  chooseTitle: 'Who should help you?',
  chooseSheet: 'A sheet of paper',
  chooseSheetBody: 'Twelve words that you write down or print, and keep at home.',
  chooseFriends: 'Friends',
  chooseFriendsBody: 'Players with an active wallet whom you can call. More than half must agree.',
  choosePasskey: 'Another passkey of mine',
  choosePasskeyBody: 'A second passkey on another device, such as a tablet or a security key.',
  noOtherPasskey: 'You have only one passkey, the one that guards your wallet.',
  addPasskey: 'Add a second passkey first',
  sheetTitle: 'Your recovery sheet',
  sheetBody:
    'Write these words down or print them. Anyone who has them can start to take over your account, so keep them as safe as a passport. PID never sees them.',
  sheetPlayer: 'Player',
  sheetDate: 'Made on',
  sheetPlace: 'Use it at',
  sheetUse: 'If you lose your passkey',
  sheetSteps: (place: string, days: number) => [
    `Open ${place} on a new phone and sign in with your linked login.`,
    'Press “Start with a new passkey”.',
    'Type the twelve words.',
    `Wait ${days} days. Then the new passkey takes over.`,
  ],
  print: 'Print',
  printed: 'I have them on paper',
  proveTitle: 'Type the words to check them',
  friendsTitle: 'Names of your friends',
  friendsHint: 'Up to five names, separated by spaces: budi_gg citra_d',
  friendFlaws: {
    unknown: (names: string) => `There is no player with this name: ${names}. Check the spelling.`,
    no_wallet: (names: string) =>
      `The wallet of ${names} is not active, so they could not help you. Ask them to activate it, or choose someone else.`,
    self: () => 'You cannot be your own guardian.',
  },
  next: 'Next',
  back: 'Back',
  signTitle: 'Your guardians will be',
  signBody: 'Your wallet pays about 0.005 SOL once to store them on the blockchain.',
  sign: 'Sign with my passkey',
  done: 'Recovery is set up',
  runningTitle: 'A recovery is running',
  running: 'Someone wants to replace all your passkeys with a new one. If that is not you, stop it now.',
  unchanged:
    'Nothing has changed yet: your guardians have not agreed. Even if they do, you have days to stop it.',
  until: 'If you do not stop it, all your passkeys are replaced by the new one from',
  itIsMe: 'This is me, on another device',
  ownTitle: 'Your recovery is under way',
  ready: 'Your new passkey takes over from',
  waitChain:
    'You do not need to do anything: it takes over automatically. Until then, anyone who has your old passkey can stop it.',
  waitDatabase:
    'Come back to this page then and press one button to finish. Until then, anyone who has one of your old passkeys can stop it.',
  readyNow: 'The waiting time is over. Finish the recovery, and your new passkey takes over.',
  agreed: (count: number, needed: number) => `${count} of ${needed} guardians have agreed`,
  approveByPaper: (days: number) =>
    `Type the words of your recovery sheet below. Nobody else has to do anything. Then you wait ${days} days.`,
  callThem: (days: number) =>
    `Call your guardians and read this number to them. They approve on their page. Then you wait ${days} days.`,
  found: 'Found your phone? Its passkey can stop this.',
  stopOwn: 'Stop with my old passkey',
  wordsHint: 'From your recovery sheet. They stay on this page.',
  passkeyHint:
    'The passkey that you chose as a guardian, on this device or another one that you have with you.',
  number: 'Number to compare by phone',
  stop: 'This is not me: stop it',
  stopped: 'The recovery was stopped',
  thief: {
    title: 'Stopped. Now lock them out',
    body: 'Your passkeys are unchanged, and all other devices were signed out. But someone got this far. Replace what they had:',
    login:
      'They could sign in as you. Change the password of every login that is linked to your account, and unlink the ones that you no longer use.',
    sheet: 'They had the words of your recovery sheet. Destroy the sheet and make a new one below.',
    passkey:
      'They used the other passkey that you chose as a guardian. Choose other guardians below, then remove that passkey.',
    friends: (names: string) =>
      `${names || 'A guardian'} agreed to it. Call them: they were deceived, or someone has their phone. If you are not sure, choose other guardians below.`,
    toLogins: 'Check my logins',
    toPasskeys: 'Check my passkeys',
    done: 'I have replaced everything',
  },
  finish: 'Finish the recovery',
  finished: 'Finished. Your new passkey takes over within a minute.',
  sheetApprove: 'Use my recovery sheet',
  words: 'The twelve words',
  wordsBad: 'These are not the twelve words. Check the spelling and order of each word.',
  passkeyApprove: 'Approve with my other passkey',
  approvedByPasskey: 'Approved with your passkey',
  approvedBySheet: 'Approved with your sheet',
  startTitle: 'I lost my passkey',
  startChain:
    'Make a new passkey on this device. Your guardians must agree, then the waiting time begins. After that, the new passkey replaces all your old ones.',
  startPaper:
    'Make a new passkey on this device and type the words of your recovery sheet. Then the waiting time begins. After that, the new passkey replaces all your old ones.',
  startDatabase:
    'Make a new passkey on this device. After seven days it replaces all your old passkeys, unless one of them stops it.',
  startLost:
    'This does not bring back your wallet: it has no guardians, and only the lost passkey can move what is in it.',
  start: 'Start with a new passkey',
  started: 'The recovery has started',
  guardianLink: 'Whose guardian am I?',
};

export type Text = typeof text;
