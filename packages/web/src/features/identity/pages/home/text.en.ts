import { activityText } from '../../../security/parts/activity/text.en.ts';
import { moneyText } from '../../../money/parts/text.en.ts';

export const text = {
  title: 'Home',
  hello: (handle: string) => `Hello, ${handle}`,
  copyPid: 'Copy your pid',
  suspendedTitle: 'Your identity is suspended',
  suspendedBody:
    'You can look at everything here, sign out and download your data, but you cannot change, send or sign anything until it is lifted. Contact support to have it looked at.',
  firstPasskeyTitle: 'Make this device your key',
  firstPasskeyBody:
    'A passkey signs you in with your fingerprint, face or screen lock, works in every game, and cannot be phished. It takes ten seconds.',
  firstPasskey: 'Add a passkey',
  passkeyAdded: 'Your passkey is ready. Next time, sign in with it.',
  approvalTitle: 'A new passkey wants to join your identity',
  approvalBody: 'Look at it before you approve. If it is not yours, deny it.',
  approvalOpen: 'Look at it',
  safety: {
    guarded: 'A lost phone loses nothing: your guardians can bring a new passkey in.',
    leftTitle: 'Too few guardians are left',
    left: 'Some have left. If you lose your phone now, your vault is lost.',
    choose: 'Choose others',
    vaultTitle: 'If you lose your phone, your vault is lost',
    vault: 'Nobody can open it for you, not even PID. Five minutes now are enough.',
    singleTitle: 'Your only passkey is on one device alone',
    single:
      'It is not synced. If the device is lost, you wait seven days to get back in. Add a second passkey.',
    fine: 'Your passkeys are in order.',
    setUp: 'Set up recovery',
    look: 'Recovery',
    security: 'Add a passkey',
  },
  games: 'Your games',
  allGames: 'All games',
  noGames: 'No game yet. Look for “Sign in with PID” in a game.',
  lastPlayed: 'Last signed in',
  recent: 'Recent activity',
  allActivity: 'All activity',
  links: 'Your identity',
  linkTexts: {
    money: { title: 'Rupiah balance', body: 'Statement, send, top up' },
    wallet: { title: 'Solana wallet', body: 'Receive, withdraw, guard your SOL' },
    security: { title: 'Security', body: 'Passkeys, logins, devices' },
    profile: { title: 'Profile and data', body: 'What others see; export, delete' },
    connected: { title: 'Games and apps', body: 'Games you signed in to' },
    gameSessions: { title: 'Game sessions', body: 'Games that may move for you' },
    permissions: { title: 'Permissions', body: 'What apps may do on other chains' },
    apps: { title: 'Your apps', body: 'Put “Sign in with PID” into a game' },
    developers: { title: 'For developers', body: 'A guide of five minutes' },
  },
  signOutHint: 'Signs out on this device only. Games keep their own sessions.',
  activityText,
  moneyText,
};
export type Text = typeof text;
