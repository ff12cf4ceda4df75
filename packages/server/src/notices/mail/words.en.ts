import { paymentWords } from '@pid/contract/texts/payment.en.ts';
import { nameGoods } from '@pid/contract/name-goods';
import { sayPayment, sayReturn } from '@pid/contract/texts/say-payment.ts';
import type { AnyNotice, DelicateField, NoticeData } from '../notice-types.ts';
import { chainAmount, listed, rupiah } from './write-values.ts';

export interface MailWords {
  readonly greeting: (pid: string) => string;
  /** One fixed subject for each type, so that no user input gets into a header. */
  readonly subjects: Readonly<Record<AnyNotice['type'], string>>;
  readonly sentences: { readonly [Type in AnyNotice['type']]: (data: NoticeData[Type]) => string };
  readonly unknownDevice: string;
  readonly when: (moment: string) => string;
  readonly look: string;
  readonly notMe: string;
  readonly notMeLink: string;
  readonly footer: string;
  /** Of mails that the player has turned on. */
  readonly chosenFooter: string;
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

const refusedBecause: Readonly<Record<NoticeData['allowance.refused']['reason'], string>> = {
  balance: 'Your balance is too low.',
  daily_limit: 'Your daily limit would be exceeded.',
  frozen: 'Your account is frozen.',
  age_needed: 'Enter your month of birth in PID first.',
  family: 'The rules for your age, or of your parents, do not allow it.',
  suspended: 'Your account is suspended.',
};

const endedBecause: Readonly<Record<NoticeData['allowance.ended']['reason'], string>> = {
  app: 'The app has ended it.',
  expired: 'Its time is over.',
  app_deleted: 'The app was deleted.',
  app_paused: 'PID has paused the app.',
  app_changed: 'The app or its owner has changed, so it has to ask you again.',
};

export const words: MailWords = {
  greeting: (pid) => `Hello ${pid},`,
  subjects: {
    'passkey.added': 'A passkey was added to your PID',
    'passkey.approval_asked': 'A new passkey needs your approval',
    'passkey.approved': 'A new passkey was approved for your PID',
    'passkey.removed': 'A passkey was removed from your PID',
    'login.linked': 'A login was linked to your PID',
    'login.unlinked': 'A login was unlinked from your PID',
    'session.new_device': 'Your PID was used to sign in on a new device',
    'app.connected': 'An app was connected to your PID',
    'app.paused': 'Your app was paused',
    'app.resumed': 'Your app is no longer paused',
    'app.changed': 'The settings of your app were changed',
    'app.invitation': 'You are invited to an app',
    'app.member_invited': 'A player was invited to your app',
    'app.member_joined': 'The team of your app has changed',
    'app.member_left': 'A member has left your app',
    'app.membership_ended': 'You no longer belong to an app',
    'app.verified': 'Your app is verified',
    'app.verification_refused': 'Your app was not verified',
    'bank_account.changed': 'The bank account of your app was changed',
    'bank_account.approved': 'The bank account of your app is approved',
    'bank_account.refused': 'The bank account of your app was refused',
    'settlement.requested': 'Money of your app is on its way to your bank',
    'settlement.paid': 'Money of your app has arrived at your bank',
    'settlement.failed': 'Money of your app did not arrive at your bank',
    'money.sent': 'Money was sent from your PID',
    'money.received': 'You received money',
    'money.returned': 'Money came back to you',
    'money.topped_up': 'Your top-up has arrived',
    'money.deposited': 'Money was added to your app',
    'activation.paid': 'You paid for the activation of your wallet',
    'activation.returned': 'The price of the activation is back on your balance',
    'payment.confirmed': 'You confirmed a payment with your PID',
    'allowance.approved': 'You allowed an app to charge you',
    'allowance.charged': 'An app charged you as you allowed',
    'allowance.refused': 'An app could not charge you',
    'allowance.ended': 'An app can no longer charge you',
    'wallet.withdrawn': 'Money was sent from your PID wallet',
    'wallet.claim_opened': 'Your inactive PID wallet was claimed',
    'freeze.begun': 'Your PID is frozen for 72 hours',
    'freeze.lifted': 'Your PID is no longer frozen',
    'recovery.asked': 'Someone asked your guardians to recover your PID',
    'recovery.help_asked': 'Someone asks for your help as a guardian',
    'recovery.policy_set': 'Guardians were chosen for your PID',
    'recovery.policy_removed': 'The guardians of your PID were removed',
    'recovery.guardian_left': 'One of your guardians has left',
    'recovery.guardian_named': 'Someone chose you as a guardian',
    'recovery.guardian_dropped': 'You are no longer someone’s guardian',
    'recovery.started': 'Someone has started to recover your PID',
    'recovery.cancelled': 'The recovery of your PID was stopped',
    'recovery.finished': 'Your PID was recovered with a new passkey',
    'family.invited': 'A code to join a family was made',
    'family.linked': 'A parent has joined a family',
    'family.ended': 'A parent has left a family',
    'family.rules_changed': 'The rules of a family were changed',
    'family.birth_month_corrected': 'A birth month was corrected',
    'family.asked': 'Your child asks you to approve a payment',
    'family.decided': 'A parent has decided about a payment',
    'family.allowance_approved': 'Your child allowed an app to charge it',
    'family.login_refused': 'Your rules kept a child out of an app',
    'identity.deleted': 'Your PID was deleted',
  },
  sentences: {
    'passkey.added': ({ name }) =>
      `The passkey “${name}” was added. It can sign in and, after 72 hours at the latest, confirm payments.`,
    'passkey.approval_asked': ({ name, fingerprint }) =>
      `The new passkey “${name}” with the code ${fingerprint} needs the approval of one of your passkeys. Approve it only if you are adding it right now.`,
    'passkey.approved': ({ name }) => `The passkey “${name}” was approved and is active.`,
    'passkey.removed': ({ name }) => `The passkey “${name}” was removed and can no longer sign in.`,
    'login.linked': ({ provider }) => `A ${provider} login was linked. It can sign in from now on.`,
    'login.unlinked': ({ provider }) => `A ${provider} login was unlinked and can no longer sign in.`,
    'session.new_device': ({ userAgent }) => `Someone signed in with a new browser: ${userAgent}.`,
    'app.connected': ({ name }) =>
      `You signed in to “${name}”. It can read what you allowed for 30 days. It cannot send money or change anything.`,
    'app.paused': ({ name }) =>
      `PID has paused your app “${name}”. Sign-ins, tokens and payments are stopped until it is resumed, and its players see that it is paused. The page of the app shows the reason.`,
    'app.resumed': ({ name }) =>
      `Your app “${name}” is no longer paused. Sign-ins, tokens and payments work again. Nobody has to sign in again.`,
    'app.changed': ({ name, fields, by }) =>
      `The settings of your app “${name}” were changed${by === undefined ? '' : ` by ${by}`}: ${listed(fields, changedFields)}.`,
    'app.invitation': ({ name, role, pid }) =>
      role === 'owner'
        ? `${pid} asks you to become the owner of the app “${name}”, with its balance and its duties. Accept only if you know the app. The invitation expires after 14 days.`
        : `${pid} invites you to the app “${name}” as ${role === 'finance' ? 'finance: you would handle its money' : 'developer: you would change its settings, items and secrets'}. The invitation expires after 14 days.`,
    'app.member_invited': ({ name, role, pid }) =>
      role === 'owner'
        ? `${pid} was asked to take over your app “${name}”. If they accept, the app and its balance are theirs. Until then you can withdraw the invitation on the page of the app.`
        : `${pid} was invited to your app “${name}” as ${role}. You can withdraw the invitation on the page of the app.`,
    'app.member_joined': ({ name, role, pid }) =>
      role === 'owner'
        ? `${pid} has taken over the app “${name}”. It no longer belongs to you.`
        : `${pid} has joined your app “${name}” as ${role}.`,
    'app.member_left': ({ name, pid }) => `${pid} has left your app “${name}”.`,
    'app.membership_ended': ({ name, reason }) =>
      reason === 'deleted'
        ? `The app “${name}”, which you belonged to, was deleted.`
        : `The owner of the app “${name}” has removed you from it.`,
    'app.verified': ({ name }) =>
      `PID has verified your app “${name}”. Players see the badge when they sign in, and pay no service fee through it. A new name, logo or address, or a higher fee, removes the badge.`,
    'app.verification_refused': ({ name, reason }) =>
      `PID has not verified your app “${name}”. Reason: ${reason} You can ask again on the page of the app.`,
    'bank_account.changed': ({ name, bank, last4 }) =>
      `Your app “${name}” now has the bank account ${bank} ···${last4}. An administrator reviews it before money can go there.`,
    'bank_account.approved': ({ name, last4, usableFrom }) =>
      `The bank account ···${last4} of your app “${name}” is approved. Money can go there from ${usableFrom}.`,
    'bank_account.refused': ({ name, last4, reason }) =>
      `The bank account ···${last4} of your app “${name}” was refused.${reason ? ` Reason: ${reason}` : ''} You can set another one on the page of the app.`,
    'settlement.requested': ({ name, amount, last4 }) =>
      `${rupiah(amount, 'en')} of your app “${name}” goes to the bank account ···${last4}. You can cancel it on the page of the app until it is sent.`,
    'settlement.paid': ({ name, amount, last4 }) =>
      `${rupiah(amount, 'en')} of your app “${name}” has arrived at the bank account ···${last4}.`,
    'settlement.failed': ({ name, amount, last4, reason, to }) =>
      `${rupiah(amount, 'en')} of your app “${name}” did not reach the bank account ···${last4} ${to === 'suspense' ? 'and is kept by PID. Support will credit it to you.' : 'and is back in the app.'}${reason ? ` Reason: ${reason}` : ''}`,
    'money.deposited': ({ app, amount }) =>
      `${rupiah(amount, 'en')} was moved from your balance to your app “${app}”.`,
    'activation.paid': ({ amount }) =>
      `${rupiah(amount, 'en')} was taken from your balance for the activation of your wallet.`,
    'activation.returned': ({ amount }) =>
      `The activation of your wallet did not go through. ${rupiah(amount, 'en')} is back on your balance.`,
    'money.received': ({ from, amount, app, item, goods }) =>
      `${rupiah(amount, 'en')} came in from ${from}${app === undefined ? '' : ` through ${app} (${nameGoods({ description: item ?? '', item: goods ?? null }, 'en')})`}.`,
    'money.returned': ({ from, app, amount, to, item, goods, refund }) =>
      `${sayReturn(paymentWords, { app: app ?? from, to: to ?? null, amount, item: nameGoods({ description: item ?? '', item: goods ?? null }, 'en'), isRefund: refund === true }, (value) => rupiah(value, 'en'))}.`,
    'money.topped_up': ({ amount }) => `Your top-up of ${rupiah(amount, 'en')} has arrived.`,
    'money.sent': ({ to, amount }) => `${rupiah(amount, 'en')} was sent to ${to}.`,
    'payment.confirmed': (data) =>
      `${sayPayment(paymentWords, { ...data, item: nameGoods({ description: data.item, item: data.goods }, 'en') }, (amount) => rupiah(amount, 'en'))}.`,
    'allowance.approved': ({ app, amount, period }) =>
      `You allowed “${app}” to charge you up to ${rupiah(amount, 'en')} per ${period} without asking each time. You can end this at any time under “Games and apps”.`,
    'allowance.charged': ({ app, amount, item, goods }) =>
      `“${app}” charged you ${rupiah(amount, 'en')} for ${nameGoods({ description: item, item: goods }, 'en')}, as you allowed. You can end this at any time under “Games and apps”.`,
    'allowance.refused': ({ app, amount, reason }) =>
      `“${app}” wanted to charge you ${rupiah(amount, 'en')} as you allowed. ${refusedBecause[reason]} Nothing was paid. The app may try again.`,
    'allowance.ended': ({ app, reason }) =>
      `“${app}” can no longer charge you without asking. ${endedBecause[reason]} What you paid stays paid.`,
    'wallet.withdrawn': (data) =>
      `${data.amount === 'all' ? `All ${data.assetName ?? data.asset}` : chainAmount(data, 'en')} was sent to ${data.pid ? `${data.pid} (${data.to})` : data.to}.`,
    'wallet.claim_opened': ({ readyAt, own }) =>
      own
        ? `One of your passkeys has claimed your wallet on the blockchain. The claim can be finished from ${readyAt}. It is quicker to activate the wallet, which ends the claim.`
        : `A passkey that is no longer yours has claimed your wallet on the blockchain. Activate the wallet before ${readyAt}. That ends the claim immediately.`,
    'freeze.begun': ({ by }) =>
      `${by === 'player' ? 'Your account was frozen with the button in PID.' : 'Someone used the link “This was not me” from one of these emails.'} All devices were signed out. Sending money, payments, payouts and security changes are frozen for 72 hours. To lift the freeze earlier, sign in again and confirm with your passkey. Your wallet is not affected.`,
    'freeze.lifted': () => 'The freeze was lifted with your login and your passkey.',
    'recovery.asked': () =>
      'Nothing has changed yet. If it was not you, open the recovery page and stop it with your passkey.',
    'recovery.help_asked': ({ pid }) =>
      `${pid} asks you to approve a new passkey. Call them first and compare the number on the guardians page.`,
    'recovery.policy_set': ({ guardians, threshold, days }) =>
      `If your passkey is lost, ${threshold} of ${guardians} guardians can approve a new one. You then have ${days} days to stop it. If you did not set this, open the recovery page and change it with your passkey.`,
    'recovery.policy_removed': () =>
      'If you lose your passkey now, your wallet is lost. If you did not remove them, choose guardians again with your passkey.',
    'recovery.guardian_left': ({ pid }) =>
      `${pid} is no longer your guardian and will not help if you lose your passkey. Choose another guardian with your passkey.`,
    'recovery.guardian_named': ({ pid }) =>
      `${pid} chose you as a guardian. If they lose their passkey, we ask you to call them and approve a new one. It costs you nothing, and you can stop at any time.`,
    'recovery.guardian_dropped': ({ pid }) =>
      `${pid} has chosen other guardians. You do not need to do anything.`,
    'recovery.started': ({ readyAt }) =>
      `It can be finished from ${readyAt}. If this is not you, stop it with your passkey.`,
    'recovery.cancelled': () => 'Nothing has changed.',
    'recovery.finished': () => 'All earlier passkeys were removed.',
    'family.invited': ({ child, by }) =>
      `${by} made a code with which a parent can join the family of ${child}. It can be used once within 15 minutes.`,
    'family.linked': ({ child, parent }) =>
      `${parent} is now a parent of ${child} and sets the rules for spending and games. A parent cannot read messages, use passkeys or touch the wallet. If this is wrong, ${child} can ask the support of PID.`,
    'family.ended': ({ child, parent, why }) =>
      `${parent} is no longer a parent of ${child}. ${
        {
          parent: 'The parent ended it.',
          administrator: 'An administrator of PID ended it.',
          age: 'The reason is the age.',
          deleted: 'One of the two deleted their PID.',
        }[why]
      }`,
    'family.rules_changed': ({ child, parent }) => `${parent} changed the rules of ${child}.`,
    'family.birth_month_corrected': ({ child }) =>
      `An administrator of PID corrected the birth month of ${child}.`,
    'family.asked': ({ child, app, amount }) =>
      `${child} asks you to approve a payment of ${rupiah(amount, 'en')} to “${app}”. Only your passkey can approve it.`,
    'family.decided': ({ child, parent, app, amount, decision }) =>
      `${parent} ${decision === 'allow' ? 'approved' : 'refused'} the payment of ${rupiah(amount, 'en')} by ${child} to “${app}”.`,
    'family.allowance_approved': ({ child, app, amount, period }) =>
      `${child} allowed “${app}” to charge up to ${rupiah(amount, 'en')} per ${period} without asking each time. Your rules apply to every charge. ${child} can end this under “Games and apps”.`,
    'family.login_refused': ({ child, name }) =>
      `${child} wanted to sign in to “${name}”. The rules or the age do not allow this app, so it was refused.`,
    'identity.deleted': () =>
      'The identity and the personal data that belonged to it were deleted. The name stays taken forever. This cannot be undone.',
  },
  unknownDevice: 'an unknown device',
  when: (moment) => `When: ${moment}`,
  look: 'See details',
  notMe:
    'If this was not you, open this link and press the button. It signs out all devices and freezes payments for 72 hours:',
  notMeLink: 'This was not me',
  chosenFooter:
    'You get this email because you turned on emails for incoming money. You can turn them off under Notices. We never ask for a code or a password by email.',
  footer: 'We send this email to keep your identity safe. We never ask for a code or a password by email.',
};
