import { errors } from './declare.ts';

export const settlementErrors = errors({
  settlements_off: {
    status: 403,
    meaning: 'Settlements to bank accounts are off',
    remedy: 'Pay out to the owner’s balance instead. The operator turns settlements on.',
  },
  app_not_verified: {
    status: 403,
    meaning: 'The app is not verified: only verified apps settle to a bank account',
    remedy: 'Request verification under Your apps, then settle.',
  },
  no_bank_account: {
    status: 404,
    meaning: 'The app has no bank account',
    remedy: 'The owner sets a bank account under Your apps.',
  },
  bank_account_decided: {
    status: 409,
    meaning: 'The bank account does not wait for a decision: read it again',
    remedy: 'Read the bank account again.',
  },
  bank_account_changed: {
    status: 409,
    meaning: 'The bank account has changed since you read it: read it again',
    remedy: 'Read the bank account again, and decide about the new one.',
  },
  bank_account_not_usable: {
    status: 409,
    meaning:
      'The bank account cannot be used: an administrator has not approved it, or less than 24 hours have passed',
    remedy:
      'If `status` is `pending`, wait for the administrator. If it is `approved`, wait until `usable_from`. Otherwise the owner sets the account again.',
    context: {
      status: 'Status of the bank account: `none`, `pending`, `refused` or `approved`',
      usable_from: 'Of an approved account: time from which it can be used, in seconds since 1970',
    },
    sentence: ({ status, usable_from: usableFrom }: { status: string; usable_from?: number }) =>
      usableFrom === undefined
        ? `The bank account cannot be used: its status is ${status}`
        : `The bank account can be used from ${new Date(usableFrom * 1000).toISOString()}`,
  },
  bank_not_supported: {
    status: 400,
    meaning: 'bankCode must be a bank to which the provider can transfer',
    remedy: 'Use one of the codes that the reference lists for `bankCode`.',
    isRule: true,
  },
  settlement_not_found: {
    status: 404,
    meaning: 'No such settlement',
    remedy: 'List the settlements of the app again.',
  },
  settlement_ended: {
    status: 409,
    meaning: 'The status of the settlement does not allow this',
    remedy: 'Read the settlement. If it has failed, request a new one: the money is back in the escrow.',
    context: { status: 'Status of the settlement' },
    sentence: ({ status }: { status: string }) => `The settlement is already ${status}`,
  },
  settlement_blocked: {
    status: 409,
    meaning:
      'No money of this app may leave now: it is paused, not verified, or its owner is frozen or a minor',
    remedy: 'Remove the reason that `reason` names, then try again. The money stays in the escrow.',
    context: { reason: '`app_paused`, `owner_frozen`, `owner_minor`, `app_not_verified` or `app_deleted`' },
    sentence: ({ reason }: { reason: string }) =>
      `No money of this app may leave now: ${
        {
          app_paused: 'the app is paused',
          owner_frozen: 'its owner is frozen',
          owner_minor: 'its owner is a minor',
          app_not_verified: 'the app is not verified',
        }[reason] ?? 'the app is deleted'
      }`,
  },
  same_person: {
    status: 403,
    meaning:
      'You approved the bank account or sent this settlement: another administrator has to say what became of it',
    remedy: 'Ask another administrator.',
  },
  person_needed: {
    status: 403,
    meaning: 'A machine credential cannot decide this: an administrator has to',
    remedy: 'Let an administrator decide on the page for administrators.',
  },
  settlement_with_provider: {
    status: 409,
    meaning:
      'The provider transfers this settlement: only its status decides, until there is a problem, an operator abandons the provider, or 30 days have passed since the payment',
    remedy: 'Wait for the status from the provider.',
  },
  settlements_under_way: {
    status: 400,
    meaning: 'A settlement of the app is in progress: cancel it, or wait until it is paid or failed',
    remedy: 'Cancel the settlement, or wait until it is paid or failed.',
  },
});
