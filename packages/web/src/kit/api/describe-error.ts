import { formatRupiah } from '../format/rupiah.ts';
import type { CommonText } from '../i18n/common.en.ts';
import { PasskeyError } from '../passkeys/passkey-error.ts';
import type { PasskeyProblem } from '../passkeys/passkey-error.ts';
import { ApiError, NetworkError } from './api-error.ts';

export interface ErrorDescription {
  /** One sentence that says what to do next. */
  readonly summary: string;
  /** Sentences for single fields, by the path the server names. */
  readonly fields: Readonly<Record<string, string>>;
}

type ErrorText = CommonText['errors'];
type SimpleKey = { [K in keyof ErrorText]: ErrorText[K] extends string ? K : never }[keyof ErrorText];

/** Texts the contract fixes, so that they can be said in the reader's language. */
const FIXED_TEXTS: Readonly<Record<string, SimpleKey>> = {
  Unauthorized: 'signInAgain',
  'No Identity found': 'noIdentity',
  'Claim ticket expired, sign in again': 'claimExpired',
  'No pending claim, sign in again': 'claimMissing',
  'Identity suspended': 'suspended',
  'Cross-origin request refused': 'crossOrigin',
  'Sign in again': 'signInFresh',
  'Confirm that it is you': 'signInFresh',
  'Passkey refused: it is too new to confirm this, sign in with a login instead': 'passkeyTooNew',
  'Passkey refused: it is not known here': 'passkeyUnknown',
  'Passkey refused: its signature counter fell, it may have been copied': 'passkeyCopied',
  'Passkey refused: the challenge is unknown, expired or used, start again': 'passkeyAgain',
  'This passkey is already registered': 'passkeyExists',
  'This passkey controls the smart account: rotate the authority to another passkey first':
    'passkeyAuthority',
  'This passkey belongs to a deleted identity': 'identityClosed',
  'This login belongs to a deleted identity': 'identityClosed',
  'No such passkey': 'passkeyGone',
  'This is the last way into the identity: link another login first': 'lastWayIn',
  'This approval was already decided': 'approvalDecided',
  'This approval has expired, register the passkey again': 'approvalExpired',
  'No such receiver': 'noReceiver',
  'No such top-up': 'notFound',
  'The receiver cannot hold that much': 'receiverFull',
  'The balance cannot hold that much': 'balanceFull',
  'Top-ups are not available: no payment provider is configured': 'topUpsOff',
  'Idempotency-Key was used before with another request': 'conflict',
  'The smart account is not activated': 'walletInactive',
  'A permission with this digest was made before: use another salt': 'grantUsed',
  'At most 200 living permissions for one identity: revoke one first': 'grantTooMany',
  'Not confirmed yet, send the same request again': 'notConfirmed',
  'The service has sponsored what it may for today, try again tomorrow': 'dailyCap',
  'The relayer is short of funds, try again later': 'relayerLow',
  'Chain unavailable, try again': 'chainAway',
  'The wallet program is not set up on this chain': 'chainAway',
  'This passkey is not the authority of the smart account': 'notAuthority',
};

/** By the code that programs read: a sentence may change. */
const CODE_TEXTS: Readonly<Record<string, (text: ErrorText, details: ApiError['details']) => string>> = {
  daily_limit: (text, { left = '0' }) => text.dailyLimit(formatRupiah(BigInt(left))),
  frozen: (text) => text.frozen,
  topups_under_way: (text) => text.topUpUnderWay,
  suspense_resolved: (text) => text.suspenseResolved,
};

/** Refusals that name amounts. */
const AMOUNT_TEXTS: readonly (readonly [RegExp, (text: ErrorText, amounts: readonly string[]) => string])[] =
  [
    [
      /^Insufficient balance: (Rp[\d.]+) needed, (Rp[\d.]+) available$/u,
      (text, [needed = '', available = '']) => text.insufficient(needed, available),
    ],
    [/^The total has changed: it is now (Rp[\d.]+),/u, (text, [total = '']) => text.quoteChanged(total)],
  ];

function describeAmounts(message: string, text: ErrorText): string | null {
  for (const [pattern, describe] of AMOUNT_TEXTS) {
    const match = pattern.exec(message);
    if (match) return describe(text, match.slice(1));
  }
  return null;
}

/** Refusals of the wallet, by code and reason. */
const REASON_TEXTS: Readonly<Record<string, SimpleKey>> = {
  'destination_refused own_vault': 'toOwn',
  'destination_refused mint': 'toMint',
  'destination_refused token_account': 'toTokenAccount',
  'destination_refused program': 'toProgram',
  'destination_refused wallet_program': 'toProgram',
  'balance_refused receiver_below_rent': 'toTooLittle',
  'balance_refused vault_too_little': 'vaultTooLittle',
  'balance_refused token_too_little': 'vaultTooLittle',
  'balance_refused token_none': 'vaultTooLittle',
  'balance_refused vault_dust': 'vaultDust',
  fee_drifted: 'feeRose',
  nonce_busy: 'operationBusy',
  wrong_nonce: 'operationBusy',
  operation_superseded: 'overtaken',
  expiry_refused: 'signatureOld',
  operation_failed: 'chainRefused',
  simulation_refused: 'chainRefused',
};

const PASSKEY_TEXTS: Readonly<Record<PasskeyProblem, SimpleKey>> = {
  cancelled: 'passkeyCancelled',
  'already-here': 'passkeyHere',
  unsupported: 'passkeyMissing',
};

const STATUS_TEXTS: Readonly<Record<number, SimpleKey>> = {
  401: 'signInAgain',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  502: 'busy',
  503: 'busy',
  504: 'timeout',
};

const FIELD_TEXTS: readonly (readonly [RegExp, SimpleKey])[] = [
  [/\bis already taken\b/u, 'taken'],
  [/\bis required\b/u, 'required'],
  [/\bmust be somebody else\b/u, 'selfSend'],
];

function fieldSentence(rule: string, text: ErrorText): string {
  const known = FIELD_TEXTS.find(([pattern]) => pattern.test(rule));
  return known ? text[known[1]] : text.invalidField;
}

function describeFields(error: ApiError, text: ErrorText): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const message of error.messages) {
    const [path = '', ...rest] = message.split(' ');
    if (rest.length > 0) fields[path] ??= fieldSentence(rest.join(' '), text);
  }
  return fields;
}

function describeRefusal(error: ApiError, text: ErrorText): string {
  const [message = ''] = error.messages;
  const coded = Object.hasOwn(CODE_TEXTS, error.code) ? CODE_TEXTS[error.code] : undefined;
  if (coded) return coded(text, error.details);
  const fixed = FIXED_TEXTS[message];
  if (fixed) return text[fixed];
  if (message.startsWith('Passkey refused: ')) return text.passkeyRefused;
  const amounts = describeAmounts(message, text);
  if (amounts !== null) return amounts;

  const { code, details } = error;
  const reasoned = REASON_TEXTS[`${code} ${details['reason'] ?? ''}`] ?? REASON_TEXTS[code];
  if (reasoned) return text[reasoned];
  if (error.statusCode === 429) return text.tooMany(error.retryAfterSeconds);
  // A refusal the contract words itself (an insufficient balance, a changed quote) says more than its status.
  if ([400, 409, 410].includes(error.statusCode) && message.includes(' ')) return message;
  const byStatus = STATUS_TEXTS[error.statusCode];
  if (byStatus) return text[byStatus];
  return error.statusCode >= 500 ? text.server : text.unknown;
}

export function describeError(error: unknown, text: ErrorText): ErrorDescription {
  if (error instanceof NetworkError)
    return { summary: error.timedOut ? text.timeout : text.network, fields: {} };
  if (error instanceof PasskeyError) return { summary: text[PASSKEY_TEXTS[error.problem]], fields: {} };
  if (!(error instanceof ApiError)) return { summary: text.unknown, fields: {} };
  if (error.isValidation) return { summary: text.checkFields, fields: describeFields(error, text) };
  return { summary: describeRefusal(error, text), fields: {} };
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
