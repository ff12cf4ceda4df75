import { gameText } from '../../../games/parts/text.en.ts';
import { text as familyText } from '../../../family/parts/text.en.ts';
import { moneyText } from '../../../money/parts/text.en.ts';

export const text = {
  title: 'Home',
  hello: (handle: string) => `Hello, ${handle}`,
  copyPid: 'Copy your player name',
  suspendedTitle: 'Your identity is suspended',
  suspendedBody:
    'You can still look at everything, download your data and withdraw from your wallet. You cannot send money or change anything until the suspension is lifted. Contact PID support to have it reviewed.',
  firstPasskeyTitle: 'Make this device your key',
  firstPasskeyBody:
    'A passkey signs you in with your fingerprint, face or screen lock, works in every game, and cannot be phished. It takes ten seconds.',
  firstPasskey: 'Add a passkey',
  passkeyAdded: 'Your passkey is ready. Next time, sign in with it.',
  approvalTitle: 'A new passkey needs your approval',
  approvalBody: 'Check it before you approve. If it is not yours, deny it.',
  approvalOpen: 'Check it',
  safety: {
    guarded: 'If you lose your phone, your guardians can approve a new passkey.',
    leftTitle: 'Too few guardians are left',
    left: 'Some have left. If you lose your phone now, your wallet is lost.',
    choose: 'Choose guardians',
    vaultTitle: 'If you lose your phone, your wallet is lost',
    vault: 'Nobody can open it for you, not even PID. Setting up recovery takes five minutes.',
    singleTitle: 'Your only passkey is on one device',
    single:
      'It is not synced. If you lose the device, you wait seven days to get back in. Add a second passkey.',
    fine: 'Your passkeys are in order.',
    setUp: 'Set up recovery',
    look: 'Recovery',
    security: 'Add a passkey',
  },
  games: 'Your games',
  allGames: 'All games',
  noGames: 'Your first game is waiting. Pick one here, or look for “Sign in with PID” in a game.',
  findGame: 'Find a game',
  openProfile: 'Your profile',
  allActivity: 'All activity',
  signOutHint: 'Signs out on this device only. You stay signed in to games.',
  moneyText,
  family: familyText,
  gameText,
};
export type Text = typeof text;
