import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { Operations } from '@pid/contract';

/** Operations that may require step-up according to the contract. */
type Confirmed = {
  [Name in keyof Operations]: Operations[Name] extends { readonly stepUp: string } ? Name : never;
}[keyof Operations];

/** Returns a path parameter or a body field of the request, as text. */
export type Given = (name: string) => string;

const rupiah = (amount: string) => (/^\d+$/u.test(amount) ? formatRupiah(BigInt(amount), 'en') : amount);

export const text = {
  title: 'Confirm that it is you',
  lead: 'Your passkey signs exactly this and nothing else:',
  confirm: 'Confirm with passkey',
  wrong:
    'The request does not match what you asked for, so nothing was signed. Reload the page and try again.',
  backAgain: (action: string) => `You are signed in again. Now you can continue: ${action}`,
  actions: {
    endSession: () => 'Sign out another device',
    endOtherSessions: () => 'Sign out every other device',
    unlinkCredential: () => 'Unlink a login from your identity',
    linkProvider: () => 'Link another login to your identity',
    revokePasskey: () => 'Remove a passkey',
    deleteIdentity: () => 'Delete your identity for good',
    rotateAppSecret: (given) => `Make a new secret for the app ${given('client_id')}`,
    endPreviousSecret: (given) => `End the old secret of the app ${given('client_id')}`,
    changeApp: (given) => `Change the settings of the app ${given('client_id')}`,
    inviteMember: (given) =>
      `Invite ${given('pid')} to the app ${given('client_id')} as ${given('role') === 'finance' ? 'finance' : 'developer'}`,
    removeMember: (given) => `Remove ${given('pid')} from the app ${given('client_id')}`,
    transferApp: (given) => `Ask ${given('pid')} to take over the app ${given('client_id')}`,
    answerAppInvitation: () => 'Accept an invitation to an app',
    deleteApp: (given) => `Delete the app ${given('client_id')}`,
    payOutApp: (given) =>
      `Pay out ${rupiah(given('amount'))} from the app ${given('client_id')} to its owner`,
    depositToApp: (given) =>
      `Move ${rupiah(given('amount'))} from your balance to the app ${given('client_id')}`,
    setBankAccount: (given) =>
      `Set the bank account ${given('bankCode')} ${given('accountNumber')} of ${given('holderName')} for the app ${given('client_id')}`,
    requestSettlement: (given) =>
      `Transfer ${rupiah(given('amount'))} from the app ${given('client_id')} to its bank account`,
    approveBankAccount: (given) => `Approve the bank account of the app ${given('client_id')}`,
    refuseBankAccount: (given) => `Refuse the bank account of the app ${given('client_id')}`,
    markSettlementSent: (given) => `Mark the settlement ${given('id')} as sent`,
    markSettlementPaid: (given) => `Mark the settlement ${given('id')} as paid`,
    markSettlementFailed: (given) => `Mark the settlement ${given('id')} as failed`,
    sendMoney: (given) =>
      `Send ${rupiah(given('amount'))} to ${given('to')}. You pay ${rupiah(given('expectedTotal'))} including fees`,
    confirmPayment: (given) => `Pay ${rupiah(given('expectedTotal'))}`,
    approveAllowance: (given) => `Allow an app to charge up to ${rupiah(given('expectedAmount'))} per period`,
    refundPayment: (given) => `Refund ${rupiah(given('amount'))} of a payment`,
    refundPaymentAsAdmin: (given) => `Refund ${rupiah(given('amount'))} of the payment ${given('id')}`,
    liftFreeze: () => 'Lift the freeze on your account',
    inviteParent: () => 'Make a code with which a parent joins your family',
    inviteSecondParent: (given) => `Make a code for the second parent of ${given('pid')}`,
    addChild: () => 'Become a parent with a code, and set the rules',
    changeChildRules: (given) => `Change the rules of ${given('pid')}`,
    removeChild: (given) => `Stop being a parent of ${given('pid')}`,
    decideFamilyRequest: (given): string =>
      given('decision') === 'allow' ? 'Approve a payment of your child' : 'Refuse a payment of your child',
    correctBirthMonth: (given) => `Set the birth month of ${given('pid')} to ${given('birthMonth')}`,
    endParent: (given) => `End that ${given('parent')} is a parent of ${given('pid')}`,
    confirmRating: (given) => `Decide about the rating of the app ${given('client_id')}`,
    setTier: (given) => `Set the tier of ${given('pid')}`,
    suspendIdentityAsAdmin: (given) => `Suspend ${given('pid')}`,
    reactivateIdentityAsAdmin: (given) => `Reactivate ${given('pid')}`,
    deleteIdentityAsAdmin: (given) => `Delete ${given('pid')} for good`,
    verifyApp: (given) => `Verify the app ${given('client_id')}`,
    approveVerification: (given) => `Verify the app ${given('client_id')}`,
    refuseVerification: (given) => `Refuse verification of the app ${given('client_id')}`,
    unverifyApp: (given) => `Remove the badge of the app ${given('client_id')}`,
    pauseApp: (given) => `Pause the app ${given('client_id')}`,
    resumeApp: (given) => `Resume the app ${given('client_id')}`,
    allowGameProgram: (given) => `Allow the game program ${given('program')}`,
    disallowGameProgram: (given) => `Remove the game program ${given('program')}`,
    clawBackTopUp: (given) => `Take back the top-up ${given('id')}`,
    changeLimits: () => 'Raise your limits',
    creditSuspense: (given) => `Credit money in suspense to ${given('pid')}`,
    refundSuspense: () => 'Refund money in suspense to its payer',
    leaveGuardianship: (given) => `Stop being a guardian of ${given('pid')}`,
    cancelRecovery: () => 'Stop the recovery of your account',
  } satisfies Record<Confirmed, (given: Given) => string>,
};

export type Text = typeof text;
