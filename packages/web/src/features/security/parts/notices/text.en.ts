import { paymentWords } from '@pid/contract/texts/payment.en.ts';
const refusedBecause: Readonly<Record<string, string>> = {
  balance: ': your balance is too low',
  daily_limit: ': your daily limit would be exceeded',
  frozen: ': your account is frozen',
  age_needed: ': enter your month of birth first',
  family: ': the rules for your age, or of your parents, do not allow it',
  suspended: ': your account is suspended',
};

const endedBecause: Readonly<Record<string, string>> = {
  app: ': the app has ended it',
  expired: ': its time is over',
  app_deleted: ': the app was deleted',
  app_paused: ': PID has paused the app',
  app_changed: ': the app or its owner has changed',
};

/** Texts of the notices by type; `given` returns a field of the notice, formatted for display. */
export const noticeText = {
  payment: paymentWords,
  types: {
    'passkey.added': (given) => `The passkey “${given('name')}” was added`,
    'passkey.approval_asked': (given) => `The passkey “${given('name')}” needs your approval`,
    'passkey.approved': (given) => `The passkey “${given('name')}” was approved`,
    'passkey.removed': (given) => `The passkey “${given('name')}” was removed`,
    'login.linked': (given) => `A sign-in with ${given('provider')} was linked`,
    'login.unlinked': (given) => `A sign-in with ${given('provider')} was unlinked`,
    'session.new_device': (given) => `Signed in on a new device: ${given('device')}`,
    'app.connected': (given) => `“${given('name')}” was connected`,
    'app.paused': (given) =>
      `Your app “${given('name')}” was paused. Sign-ins and payments are stopped for now`,
    'app.resumed': (given) => `Your app “${given('name')}” is no longer paused`,
    'app.changed': (given) =>
      `The settings of your app “${given('name')}” were changed${given('by') ? ` by ${given('by')}` : ''}`,
    'app.invitation': (given) =>
      given('role') === 'owner'
        ? `${given('pid')} asks you to take over the app “${given('name')}”`
        : `${given('pid')} invites you to the app “${given('name')}”`,
    'app.member_invited': (given) =>
      given('role') === 'owner'
        ? `${given('pid')} was asked to take over your app “${given('name')}”`
        : `${given('pid')} was invited to your app “${given('name')}”`,
    'app.member_joined': (given) =>
      given('role') === 'owner'
        ? `The app “${given('name')}” now belongs to ${given('pid')}`
        : `${given('pid')} has joined your app “${given('name')}”`,
    'app.member_left': (given) => `${given('pid')} has left your app “${given('name')}”`,
    'app.membership_ended': (given) => `You no longer belong to the app “${given('name')}”`,
    'app.verified': (given) => `Your app “${given('name')}” is verified`,
    'app.verification_refused': (given) => `Your app “${given('name')}” was not verified: ${given('reason')}`,
    'bank_account.changed': (given) =>
      `The bank account of your app “${given('name')}” is now ${given('bank')} ···${given('last4')}`,
    'bank_account.approved': (given) => `The bank account of your app “${given('name')}” is approved`,
    'bank_account.refused': (given) =>
      `The bank account of your app “${given('name')}” was refused. ${given('reason')}`.trimEnd(),
    'settlement.requested': (given) =>
      `${given('rupiah')} of your app “${given('name')}” is on its way to the bank account ···${given('last4')}`,
    'settlement.paid': (given) =>
      `${given('rupiah')} of your app “${given('name')}” has arrived at the bank account ···${given('last4')}`,
    'settlement.failed': (given) =>
      `${given('rupiah')} of your app “${given('name')}” did not reach your bank ${given('to') === 'suspense' ? 'and is kept by PID. Support will credit it to you.' : 'and is back in the app.'} ${given('reason')}`.trimEnd(),
    'money.sent': (given) => `${given('rupiah')} was sent to ${given('to')}`,
    'money.deposited': (given) => `${given('rupiah')} was added to your app “${given('app')}”`,
    'money.received': (given) => `${given('rupiah')} came in from ${given('from')}`,
    'money.returned': (given) => given('return'),
    'money.topped_up': (given) => `Your top-up of ${given('rupiah')} has arrived`,
    'activation.paid': (given) => `${given('rupiah')} was paid for the activation of your wallet`,
    'activation.returned': (given) =>
      `The activation of your wallet did not go through: ${given('rupiah')} is back on your balance`,
    'payment.confirmed': (given) => given('purchase'),
    'allowance.approved': (given) =>
      `You allowed “${given('app')}” to charge you up to ${given('rupiah')} per ${given('period')}`,
    'allowance.charged': (given) => given('purchase'),
    'allowance.refused': (given) =>
      `“${given('app')}” could not charge you ${given('rupiah')}${refusedBecause[given('reason')] ?? ''}`,
    'allowance.ended': (given) =>
      `“${given('app')}” can no longer charge you without asking${endedBecause[given('reason')] ?? ''}`,
    'wallet.claim_opened': () =>
      'Your inactive wallet was claimed on the blockchain. Activate it to end the claim immediately',
    'wallet.withdrawn': (given) =>
      `${given('amount') === 'all' ? `All ${given('assetName')}` : given('chainAmount')} was sent from your wallet to ${given('receiver')}`,
    'freeze.begun': (given) =>
      given('by') === 'player'
        ? 'Your account was frozen for 72 hours with the button in PID'
        : 'Frozen for 72 hours: someone used the link “This was not me” from an email to you',
    'freeze.lifted': () => 'The freeze was lifted',
    'recovery.asked': () => 'Someone asked your guardians to recover your identity',
    'recovery.help_asked': (given) => `${given('pid')} asks for your help with a recovery`,
    'recovery.policy_set': (given) =>
      `Your guardians are set: ${given('threshold')} of ${given('guardians')} must agree`,
    'recovery.policy_removed': () => 'Your guardians were removed',
    'recovery.guardian_left': (given) => `${given('pid')} is no longer your guardian. Choose another one`,
    'recovery.guardian_named': (given) => `${given('pid')} chose you as a guardian`,
    'recovery.guardian_dropped': (given) => `You are no longer a guardian of ${given('pid')}`,
    'recovery.started': () => 'Someone has started to recover your identity',
    'recovery.cancelled': () => 'The recovery was stopped',
    'recovery.finished': () => 'Your identity was recovered with a new passkey',
    'family.invited': (given) => `${given('by')} made a code to join the family of ${given('child')}`,
    'family.linked': (given) => `${given('parent')} is now a parent of ${given('child')}`,
    'family.ended': (given) => `${given('parent')} is no longer a parent of ${given('child')}`,
    'family.rules_changed': (given) => `${given('parent')} changed the rules of ${given('child')}`,
    'family.birth_month_corrected': (given) => `The birth month of ${given('child')} was corrected`,
    'family.asked': (given) =>
      `${given('child')} asks you to approve ${given('rupiah')} for “${given('app')}”`,
    'family.decided': (given) =>
      `${given('parent')} ${given('decision') === 'allow' ? 'approved' : 'refused'} ${given('rupiah')} by ${given('child')} for “${given('app')}”`,
    'family.allowance_approved': (given) =>
      `${given('child')} allowed “${given('app')}” to charge up to ${given('rupiah')} per ${given('period')}`,
    'family.login_refused': (given) =>
      `${given('child')} was kept out of “${given('name')}” by the rules of the family`,
    'identity.deleted': () => 'The identity was deleted',
  } as Readonly<Record<string, (given: (name: string) => string) => string>>,
  other: 'Something happened to your identity',
};

export type NoticeText = typeof noticeText;
