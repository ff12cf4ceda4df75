/** The type says it all. */
type Nothing = Readonly<Record<string, never>>;

/**
 * Everything that the owner of an identity can be told, and what is told with it. A new type needs words in the mails
 * (`mail/words.*.ts`, where the compiler asks for them) and in the pages (`packages/web/src/features/security/parts/notices/text.*.ts`, where a test does).
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
  /** To the owner of the app; its players see it where they meet the app. */
  'app.paused': { clientId: string; name: string };
  'app.resumed': { clientId: string; name: string };
  /** `fields` of `delicateFields`, separated by commas. */
  'app.changed': { clientId: string; name: string; fields: string };
  'app.verified': { clientId: string; name: string };
  'app.verification_refused': { clientId: string; name: string; reason: string };
  'money.sent': { id: string; to: string; amount: number };
  /** Through an app, which is named; `amount` has the fees in it. */
  'payment.confirmed': { id: string; app: string; amount: number };
  /** `amount` is `all` where everything was signed for. */
  'wallet.withdrawn': { id: string; asset: string; amount: string; to: string };
  'wallet.claim_opened': { readyAt: string; own: boolean };
  'freeze.begun': { until: string };
  'freeze.lifted': Nothing;
  /** Guardians were asked; nothing runs yet. */
  'recovery.asked': Nothing;
  'recovery.started': { readyAt: string };
  'recovery.cancelled': Nothing;
  'recovery.finished': Nothing;
  /** Guardians were set or changed, with a passkey, here or past us. */
  'recovery.policy_set': { guardians: number; threshold: number; days: number };
  'recovery.policy_removed': Nothing;
  /** This player no longer guards the owner. */
  'recovery.guardian_left': { pid: string };
  /** To a guardian: whose. */
  'recovery.guardian_named': { pid: string };
  'recovery.guardian_dropped': { pid: string };
  'recovery.help_asked': { pid: string };
  'identity.deleted': Nothing;
}

/** What of an app is changed only with a step-up, and told to its owner. */
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

/** One notice, its data by its type. */
export type AnyNotice = {
  [Type in NoticeType]: { readonly type: Type; readonly data: NoticeData[Type] };
}[NoticeType];

/** Of money that came in. The bell tells of it, no mail: there is nothing to stop. */
export const incomingTypes = ['money.received', 'money.returned', 'money.topped_up'] as const;

export interface IncomingNotice {
  readonly type: (typeof incomingTypes)[number];
  /** `id` of the posting; a top-up is from nobody. */
  readonly data: { readonly id: string; readonly amount: number; readonly from?: string };
}
