import { permissionText } from '../../parts/text.en.ts';

export const text = {
  title: 'Give a permission',
  ask: (app: string) => `Let ${app} act for your account?`,
  as: 'You decide as',
  otherAccount: 'Use a different account',
  allow: 'Allow with your passkey',
  deny: 'Deny',
  unverifiedHint: 'PID has not checked who is behind it. Go on only if you know this address.',
  noPasskeyTitle: 'You need a passkey for this',
  noPasskeyBody: 'Only a passkey of yours can sign a permission. Adding one takes ten seconds.',
  addPasskey: 'Add a passkey',
  brokenTitle: 'This request is broken',
  brokenBody:
    'The app that sent you here asked in a way we cannot trust, so nothing was allowed and we do not send you back. Close this window and tell the app.',
  brokenDetail: 'For the developers of the app:',
  unsentTitle: 'The permission is given',
  unsentBody:
    'The app has moved meanwhile, so we could not send you back. Close this window and return to the app yourself. You can revoke the permission in your account at any time.',
  permissionText,
};
export type Text = typeof text;
