import { errors } from './declare.ts';

export const settlementErrors = errors({
  settlements_off: { status: 403, meaning: 'Settlements to bank accounts are off' },
  app_not_verified: {
    status: 403,
    meaning: 'The app is not verified: only verified apps settle to a bank account',
  },
  no_bank_account: { status: 404, meaning: 'The app has no bank account' },
  bank_account_decided: {
    status: 409,
    meaning: 'The bank account does not wait for a decision: read it again',
  },
  bank_account_changed: {
    status: 409,
    meaning: 'The bank account has changed since you read it: read it again',
  },
  bank_account_not_usable: {
    status: 409,
    meaning:
      'The bank account cannot be used: an administrator has not approved it, or less than 24 hours have passed',
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
    isRule: true,
  },
  settlement_not_found: { status: 404, meaning: 'No such settlement' },
  settlement_ended: {
    status: 409,
    meaning: 'The status of the settlement does not allow this',
    context: { status: 'Status of the settlement' },
    sentence: ({ status }: { status: string }) => `The settlement is already ${status}`,
  },
  settlement_blocked: {
    status: 409,
    meaning: 'No money of this app may leave now: it is paused, not verified, or its owner is frozen',
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
  },
  person_needed: {
    status: 403,
    meaning: 'A machine credential cannot decide this: an administrator has to',
  },
  settlement_with_provider: {
    status: 409,
    meaning:
      'The provider transfers this settlement: only its status decides, until there is a problem or an operator abandons the provider',
  },
  settlements_under_way: {
    status: 400,
    meaning: 'A settlement of the app is in progress: cancel it, or wait until it is paid or failed',
  },
});
