import type { AnyNotice, DelicateField, NoticeData } from '../notice-types.ts';

export interface MailWords {
  readonly greeting: (pid: string) => string;
  /** One fixed subject a type: nothing that anybody has typed goes into a header. */
  readonly subjects: Readonly<Record<AnyNotice['type'], string>>;
  readonly sentences: { readonly [Type in AnyNotice['type']]: (data: NoticeData[Type]) => string };
  readonly unknownDevice: string;
  readonly when: (moment: string) => string;
  readonly look: string;
  readonly notMe: string;
  readonly notMeLink: string;
  readonly footer: string;
}

const changedFields: Readonly<Record<DelicateField, string>> = {
  origins: 'origins',
  redirectUris: 'redirect addresses',
  contact: 'contact',
  deviceFlow: 'device logins',
  fees: 'higher fees',
  requireSecret: 'the secret is no longer required',
  scopes: 'scopes',
};

export const words: MailWords = {
  greeting: (pid) => `Hello ${pid},`,
  subjects: {
    'passkey.added': 'A passkey was added to your PID',
    'passkey.approval_asked': 'A new passkey asks for your approval',
    'passkey.approved': 'A further passkey was approved for your PID',
    'passkey.removed': 'A passkey was removed from your PID',
    'login.linked': 'A sign-in was linked to your PID',
    'login.unlinked': 'A sign-in was unlinked from your PID',
    'session.new_device': 'Your PID was used to sign in on a new device',
    'app.connected': 'An app was connected to your PID',
    'app.paused': 'Your app was paused',
    'app.resumed': 'Your app is no longer paused',
    'app.changed': 'Your app was changed',
    'app.verified': 'Your app is verified',
    'app.verification_refused': 'Your app was not verified',
    'money.sent': 'Money was sent from your PID',
    'payment.confirmed': 'You paid an app with your PID',
    'wallet.withdrawn': 'Something was sent from your PID wallet',
    'wallet.claim_opened': 'Your PID wallet, not activated yet, was claimed',
    'freeze.begun': 'Your PID is frozen for 72 hours',
    'freeze.lifted': 'Your PID is no longer frozen',
    'recovery.asked': 'Somebody asks your guardians to recover your PID',
    'recovery.help_asked': 'Somebody who trusts you asks for help',
    'recovery.policy_set': 'Guardians were set for your PID',
    'recovery.policy_removed': 'The guardians of your PID were removed',
    'recovery.guardian_left': 'One of your guardians has left',
    'recovery.guardian_named': 'Somebody trusts you as a guardian',
    'recovery.guardian_dropped': 'You are no longer somebody’s guardian',
    'recovery.started': 'Somebody has begun to recover your PID',
    'recovery.cancelled': 'The recovery of your PID was cancelled',
    'recovery.finished': 'Your PID was recovered with a new passkey',
    'identity.deleted': 'Your PID was deleted',
  },
  sentences: {
    'passkey.added': ({ name }) =>
      `The passkey “${name}” was added. It can sign in and, in time, confirm payments.`,
    'passkey.approval_asked': ({ name, fingerprint }) =>
      `A passkey “${name}” with the number ${fingerprint} waits for the approval of one that you have. Approve it only if you are adding it right now.`,
    'passkey.approved': ({ name }) => `The passkey “${name}” was approved and is active.`,
    'passkey.removed': ({ name }) => `The passkey “${name}” was removed and signs in no longer.`,
    'login.linked': ({ provider }) => `A sign-in with ${provider} was linked. It can sign in from now on.`,
    'login.unlinked': ({ provider }) => `A sign-in with ${provider} was unlinked and signs in no longer.`,
    'session.new_device': ({ userAgent }) =>
      `Somebody signed in with a browser that was never used before: ${userAgent}.`,
    'app.connected': ({ name }) =>
      `You allowed “${name}” to know who you are. It can read your profile and your balance.`,
    'app.paused': ({ name }) =>
      `PID has paused your app “${name}”. Until it is resumed there are no sign-ins, no tokens and no payments through it, and its players see that it is paused. The page of the app says why.`,
    'app.resumed': ({ name }) =>
      `Your app “${name}” is no longer paused by PID. Sign-ins, tokens and payments work again; nobody has to sign in anew.`,
    'app.changed': ({ name, fields }) =>
      `Settings of your app “${name}” were changed: ${listed(fields, changedFields)}.`,
    'app.verified': ({ name }) =>
      `PID has verified your app “${name}”. Players see the badge when they sign in, and pay no service fee through it. Another name, logo or address, or a higher fee, loses it.`,
    'app.verification_refused': ({ name, reason }) =>
      `PID has not verified your app “${name}”. The reason: ${reason} You can ask again on the page of the app.`,
    'money.sent': ({ to, amount }) => `${rupiah(amount)} was sent to ${to}.`,
    'payment.confirmed': ({ app, amount }) => `${rupiah(amount)} was paid through ${app}.`,
    'wallet.withdrawn': ({ asset, amount, to }) =>
      `${amount === 'all' ? 'Everything' : chainAmount(asset, amount, '.')} was sent to ${to}.`,
    'wallet.claim_opened': ({ readyAt, own }) =>
      own
        ? `One of your passkeys has claimed your wallet on the chain. The claim can be finished from ${readyAt} on. Activating the wallet is quicker and ends it.`
        : `A passkey that is no longer yours has claimed your wallet on the chain. Activate the wallet before ${readyAt}: that ends the claim at once.`,
    'freeze.begun': () =>
      'Somebody with a link from one of these mails said “this was not me”. All devices were signed out. Payments, payouts and changes to your security wait for 72 hours, unless you sign in again and confirm with your passkey. Your wallet is not affected.',
    'freeze.lifted': () => 'The freeze was lifted with your sign-in and your passkey.',
    'recovery.asked': () =>
      'Nothing has changed yet. If it was not you, open the recovery page and stop it with your passkey.',
    'recovery.help_asked': ({ pid }) =>
      `${pid} asks you to approve a new passkey. Call them first and compare the number on the page of guardians.`,
    'recovery.policy_set': ({ guardians, threshold, days }) =>
      `If your passkey is lost, ${threshold} of ${guardians} guardians can bring a new one in; you have ${days} days to stop them. If you did not set this, open the recovery page and change it with your passkey.`,
    'recovery.policy_removed': () =>
      'If your passkey is lost now, your vault is lost. If you did not remove them, set them again with your passkey.',
    'recovery.guardian_left': ({ pid }) =>
      `${pid} no longer guards you and will not help if you lose your passkey. Choose another guardian: on the chain only your passkey changes who guards you.`,
    'recovery.guardian_named': ({ pid }) =>
      `${pid} trusts you: if their passkey is lost, you are asked to approve a new one, after a call. It costs you nothing, and you can leave at any time.`,
    'recovery.guardian_dropped': ({ pid }) => `${pid} has chosen other guardians. There is nothing to do.`,
    'recovery.started': ({ readyAt }) =>
      `It can be finished from ${readyAt} on. If this is not you, cancel it with your passkey.`,
    'recovery.cancelled': () => 'Nothing has changed.',
    'recovery.finished': () => 'All earlier passkeys were revoked.',
    'identity.deleted': () =>
      'The identity and the personal data that belonged to it were deleted. The name stays taken for ever. This cannot be undone.',
  },
  unknownDevice: 'an unknown device',
  when: (moment) => `When: ${moment}`,
  look: 'Look at it',
  notMe:
    'Was this not you? This link leads to a page with one button. The button signs all devices out and freezes payments for 72 hours:',
  notMeLink: 'This was not me',
  footer:
    'PID sends this because it is about the safety of your identity. We never ask for a code or a password by mail.',
};

/** Names by their words; a name without words is left out. */
export function listed(names: string, words: Readonly<Record<string, string>>): string {
  return names
    .split(',')
    .flatMap((name) => words[name] ?? [])
    .join(', ');
}

/** `Rp1,000,000`; in Indonesian thousands are parted by a dot. */
export function rupiah(amount: number, separator = ','): string {
  return `Rp${String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, separator)}`;
}

/** Lamports as SOL; of a token only the base units are known here. */
export function chainAmount(asset: string, amount: string, decimal: string): string {
  if (asset !== 'SOL') return `${amount} (${asset})`;
  const digits = amount.padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${digits.slice(0, -9)}${fraction ? decimal + fraction : ''} SOL`;
}
