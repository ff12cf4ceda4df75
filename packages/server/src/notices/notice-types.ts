import type { AppRole } from '@pid/contract/app-roles';
import type { Goods } from '@pid/contract/name-goods';

/** Money of another player or of an app. */
interface IncomingMoney {
  readonly id: string;
  readonly from: string;
  readonly amount: number;
  readonly payment?: string;
  readonly app?: string;
  readonly to?: string | null;
  readonly item?: string;
  readonly goods?: Goods | null;
}

/** No data besides the type. */
type Nothing = Readonly<Record<string, never>>;

/**
 * All notice types with their data. A new type needs texts in the mails (`mail/words.*.ts`, checked by the
 * compiler) and in the pages (`packages/web/src/features/security/parts/notices/text.*.ts`, checked by a
 * test).
 */
export interface NoticeData {
  'passkey.added': { passkeyId: string; name: string };
  'passkey.approval_asked': { approvalId: string; name: string; fingerprint: string };
  'passkey.approved': { passkeyId: string; name: string };
  'passkey.removed': { passkeyId: string; name: string };
  'login.linked': { provider: string };
  'login.unlinked': { provider: string };
  'session.new_device': { sessionId: string; method: string; userAgent: string };
  'app.connected': { clientId: string; name: string };
  /** For the owner of the app. Players see the state of the app on its pages. */
  'app.paused': { clientId: string; name: string };
  'app.resumed': { clientId: string; name: string };
  /** `fields`: names from `delicateFields`, separated by commas. `by`: a member who is not the owner. */
  'app.changed': { clientId: string; name: string; fields: string; by?: string };
  /** For the invited player; `pid` is the owner. The role `owner` is a transfer. */
  'app.invitation': { invitationId: string; clientId: string; name: string; role: AppRole; pid: string };
  /** The next three are for the owner; `pid` is the other player. */
  'app.member_invited': { clientId: string; name: string; role: AppRole; pid: string };
  /** The role `owner`: this player has taken over the app. */
  'app.member_joined': { clientId: string; name: string; role: AppRole; pid: string };
  'app.member_left': { clientId: string; name: string; pid: string };
  /** For the member. */
  'app.membership_ended': { clientId: string; name: string; reason: 'removed' | 'deleted' };
  'app.verified': { clientId: string; name: string };
  'app.verification_refused': { clientId: string; name: string; reason: string };
  'bank_account.changed': { clientId: string; name: string; bank: string; last4: string };
  'bank_account.approved': { clientId: string; name: string; last4: string; usableFrom: string };
  /** `reason` is empty if the administrator gave none. */
  'bank_account.refused': { clientId: string; name: string; last4: string; reason: string };
  'settlement.requested': { id: string; clientId: string; name: string; amount: number; last4: string };
  'settlement.paid': { id: string; clientId: string; name: string; amount: number; last4: string };
  'settlement.failed': {
    id: string;
    clientId: string;
    name: string;
    amount: number;
    last4: string;
    reason: string;
    /** Absent if the money is back in the app. */
    to?: 'suspense';
  };
  'money.sent': { id: string; to: string; amount: number };
  /** Incoming money. `id` is the posting. `from` is a pid or a client_id; the fields after `payment` are read from the payment. */
  'money.received': IncomingMoney;
  'money.returned': IncomingMoney & { refund?: boolean };
  'money.topped_up': { id: string; amount: number };
  /** `app` is the name of the app. */
  'money.deposited': { id: string; app: string; amount: number };
  /** The price of a wallet activation, and its return because the activation did not take place. */
  'activation.paid': { id: string; amount: number };
  'activation.returned': { id: string; amount: number };
  /** `id` is the payment; `amount` includes the fees. The fields after it are read from the payment (`notice_data`). */
  'payment.confirmed': {
    id: string;
    app: string;
    amount: number;
    /** The pid of the receiver; null if the app receives the money. */
    to: string | null;
    item: string;
    goods: Goods | null;
    fee: number;
    status: string;
    returned: number;
    refunded: number;
  };
  /** `amount` is the limit of one period. `app` is the name of the app, here and in the next three. */
  'allowance.approved': { id: string; app: string; amount: number; period: 'day' | 'week' | 'month' };
  /** `id` is the payment; the further fields are those of `payment.confirmed`. */
  'allowance.charged': { id: string; app: string; amount: number; item: string; goods: Goods | null };
  'allowance.refused': {
    id: string;
    app: string;
    /** Total of the charge. */
    amount: number;
    reason: 'suspended' | 'frozen' | 'age_needed' | 'family' | 'daily_limit' | 'balance';
  };
  'allowance.ended': {
    id: string;
    app: string;
    reason: 'app' | 'expired' | 'app_deleted' | 'app_paused' | 'app_changed';
  };
  /**
   * `amount` is `all` if the whole balance was withdrawn. `pid`: the receiver, if the owner knows this player. The last
   * two are those of a token; earlier notices lack them.
   */
  'wallet.withdrawn': {
    id: string;
    asset: string;
    amount: string;
    to: string;
    pid?: string;
    decimals?: number;
    assetName?: string;
  };
  'wallet.claim_opened': { readyAt: string; own: boolean };
  /** `by`: the link in a mail, or the player’s button. Earlier notices lack it: they are from the link. */
  'freeze.begun': { until: string; by?: 'link' | 'player' };
  'freeze.lifted': Nothing;
  /** Guardians were asked, but no recovery has started. */
  'recovery.asked': Nothing;
  'recovery.started': { readyAt: string };
  'recovery.cancelled': Nothing;
  'recovery.finished': Nothing;
  /** Guardians were set or changed with a passkey, through this service or directly on the chain. */
  'recovery.policy_set': { guardians: number; threshold: number; days: number };
  'recovery.policy_removed': Nothing;
  /** This player is no longer a guardian of the owner. */
  'recovery.guardian_left': { pid: string };
  /** For the guardian; `pid` is the player whom they guard. */
  'recovery.guardian_named': { pid: string };
  'recovery.guardian_dropped': { pid: string };
  'recovery.help_asked': { pid: string };
  /** A code with which a parent can join the family of `child`. `by`: the child, or the parent who made it. */
  'family.invited': { child: string; by: string };
  'family.linked': { child: string; parent: string };
  /** `age`: the child is an adult now, or the parent is a minor. */
  'family.ended': { child: string; parent: string; why: 'parent' | 'administrator' | 'age' | 'deleted' };
  'family.rules_changed': { child: string; parent: string };
  'family.birth_month_corrected': { child: string };
  /** For the parents. */
  'family.asked': { id: string; child: string; app: string; amount: number };
  /** For the child and the parents. */
  'family.decided': {
    paymentId: string;
    child: string;
    parent: string;
    app: string;
    amount: number;
    decision: 'allow' | 'deny';
  };
  /** For the parents. `amount` is the limit of one period. */
  'family.allowance_approved': {
    child: string;
    app: string;
    amount: number;
    period: NoticeData['allowance.approved']['period'];
  };
  /** For the child and the parents: the rules do not allow the app. */
  'family.login_refused': { child: string; clientId: string; name: string };
  'identity.deleted': Nothing;
}

/** Fields of an app that need step-up to change and cause a notice to its owner. */
export const delicateFields = [
  'origins',
  'redirectUris',
  'contact',
  'deviceFlow',
  'fees',
  'requireSecret',
  'scopes',
] as const;

export type DelicateField = (typeof delicateFields)[number];

type NoticeType = keyof NoticeData;

/** A notice with the data of its type. */
export type AnyNotice = {
  [Type in NoticeType]: { readonly type: Type; readonly data: NoticeData[Type] };
}[NoticeType];

/** Notices of incoming money. They cause a mail only if the owner has chosen it, because there is nothing to stop. */
export const incomingTypes = ['money.received', 'money.returned', 'money.topped_up'] as const;

export interface IncomingNotice {
  readonly type: (typeof incomingTypes)[number];
  /** `id` is the posting. A top-up has no `from`. */
  readonly data: {
    readonly id: string;
    readonly amount: number;
    readonly from?: string;
    readonly payment?: string;
  };
}
