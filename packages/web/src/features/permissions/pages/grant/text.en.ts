import { permissionText } from '../../parts/text.en.ts';

export const text = {
  title: 'Give a permission',
  ask: (app: string) => `Let ${app} act for your account?`,
  as: 'You decide as',
  otherAccount: 'Use a different account',
  allow: 'Allow with your passkey',
  deny: 'Deny',
  unverifiedHint: 'PID has not checked who is behind it. Continue only if you know this address.',
  noPasskeyTitle: 'You need a passkey for this',
  noPasskeyBody: 'Only your passkey can sign a permission. Adding one takes ten seconds.',
  addPasskey: 'Add a passkey',
  brokenTitle: 'This request is broken',
  brokenBody:
    'We cannot trust the request from this app, so nothing was allowed and we do not send you back. Close this window and tell the developer of the app.',
  brokenDetail: 'For the developer:',
  unsentTitle: 'The permission is given',
  unsentBody:
    'The address of the app has changed, so we could not send you back. Close this window and go back to the app yourself. You can revoke the permission at any time under Permissions.',
  permissionText,
};
export type Text = typeof text;
