import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, okReply, page, pageQuery, rupiah, uuid } from '../schemas.ts';
import { clientIdParams } from '../shapes/apps.ts';
import {
  AdministeredSettlement,
  BankAccount,
  bankAccountFields,
  bankReference,
  NewSettlement,
  ReviewedBankAccount,
  Settlement,
  settlementAmount,
  settlementStatus,
} from '../shapes/settlements.ts';
import { adminReason } from './admin.ts';

const example = { client_id: 'app_example' };
const exampleSettlement = '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b';
const exampleVersion = '7c1d8e2f-3a4b-4d5c-8e6f-9a0b1c2d3e4f';
const ofApp = { access: 'user', params: clientIdParams, errors: ['no_such_app', 'settlements_off'] } as const;

export const settlements = declare('apps', {
  getBankAccount: {
    ...ofApp,
    summary: 'Returns the bank account of an app',
    reply: BankAccount,
    errors: [...ofApp.errors, 'no_bank_account'],
    example,
  },
  // mutant (settlements/bank-account): stepUp: 'assertion', => nothing
  setBankAccount: {
    ...ofApp,
    summary: 'Sets the bank account of an app',
    description:
      'An administrator reviews the account. It can be used 24 hours after the approval. A change starts the review again; settlements that were requested before keep their account. The owner gets a notice.',
    limit: 'money',
    stepUp: 'assertion',
    body: Type.Object(bankAccountFields),
    reply: BankAccount,
    errors: [...ofApp.errors, 'bank_not_supported'],
    example: { ...example, bankCode: 'BCA', accountNumber: '1234567890', holderName: 'PT Studio Kelinci' },
  },
  removeBankAccount: {
    ...ofApp,
    summary: 'Removes the bank account of an app',
    description: 'Settlements that were requested before keep their account.',
    reply: okReply,
    errors: [...ofApp.errors, 'no_bank_account'],
    example,
  },
  requestSettlement: {
    ...ofApp,
    summary: 'Requests a settlement from an app’s escrow to its bank account',
    description:
      'Only verified apps settle. `amount` plus `fee` is at most `available` of GET /v1/apps/{client_id}/balance. The money leaves the escrow immediately; if the transfer fails or is cancelled, it returns with the fee.',
    limit: 'money',
    stepUp: 'judged',
    idempotent: 'required',
    body: Type.Object({ amount: settlementAmount }),
    reply: NewSettlement,
    status: 201,
    errors: [
      ...ofApp.errors,
      'app_paused',
      'app_not_verified',
      'age_needed',
      'bank_account_not_usable',
      'insufficient_balance',
      'frozen',
      'owner_frozen',
      'settlement_blocked',
    ],
    example: { ...example, amount: 100_000 },
  },
  listSettlements: {
    ...ofApp,
    summary: 'Lists the settlements of an app, newest first',
    query: Type.Object(pageQuery),
    reply: Type.Object({
      ...page(Settlement).properties,
      fee: rupiah('Fee of a settlement that is requested now, in rupiah.'),
    }),
    example: { ...example, limit: 20 },
  },
  cancelSettlement: {
    ...ofApp,
    summary: 'Cancels a requested settlement',
    description: 'The money returns to the escrow. A settlement that was sent can no longer be cancelled.',
    limit: 'money',
    params: Type.Object({ ...clientIdParams.properties, id: described(uuid, 'Id of the settlement.') }),
    reply: Settlement,
    errors: [...ofApp.errors, 'settlement_not_found', 'settlement_ended'],
    example: { ...example, id: exampleSettlement },
  },
});

const review = {
  access: 'admin',
  machineRole: 'money',
  limit: 'money',
  stepUp: 'assertion',
  params: clientIdParams,
  reply: BankAccount,
  errors: ['no_bank_account', 'bank_account_decided', 'bank_account_changed'],
} as const;

const version = Type.Optional(
  described(
    uuid,
    '`version` from the list of bank accounts. If the account has changed since, the request is refused.',
  ),
);

const step = {
  access: 'admin',
  machineRole: 'money',
  limit: 'money',
  // mutant (settlements/end-settlement): stepUp: 'assertion', => nothing
  stepUp: 'assertion',
  params: Type.Object({ id: described(uuid, 'Id of the settlement.') }),
  reply: AdministeredSettlement,
} as const;

const outcome = {
  ...step,
  body: Type.Object({ reference: bankReference, reason: adminReason }),
  errors: [
    'settlement_not_found',
    'settlement_ended',
    'settlement_with_provider',
    'same_person',
    'own_app',
    'person_needed',
  ],
  example: { id: exampleSettlement, reference: 'BCA 20260131 000123' },
} as const;

export const settlementsAdmin = declare('admin', {
  listBankAccounts: {
    summary: 'Lists the bank accounts of apps, those that wait the longest first',
    access: 'admin',
    machineRole: 'money',
    query: Type.Object({
      status: Type.Optional(
        described(BankAccount.properties.status, 'Returns only bank accounts with this status.'),
      ),
      ...pageQuery,
    }),
    reply: page(ReviewedBankAccount),
    example: { status: 'pending' },
  },
  approveBankAccount: {
    ...review,
    summary: 'Approves the bank account of an app',
    description:
      'By an administrator who neither belongs nor belonged to the app; a machine credential is refused. The app can settle to the account 24 hours later. The owner gets a notice.',
    body: Type.Object({ reason: adminReason, version }),
    errors: [...review.errors, 'own_app', 'person_needed', 'settlements_off'],
    example: { ...example, version: exampleVersion },
  },
  refuseBankAccount: {
    ...review,
    summary: 'Refuses the bank account of an app',
    description: 'The owner gets a notice with the reason.',
    body: Type.Object({ reason: adminReason, version }),
    example: { ...example, reason: 'The name does not match the account.' },
  },
  listSettlementsAsAdmin: {
    summary: 'Lists the settlements of all apps, newest first',
    access: 'admin',
    machineRole: 'money',
    query: Type.Object({
      status: Type.Optional(described(settlementStatus, 'Returns only settlements with this status.')),
      ...pageQuery,
    }),
    reply: page(AdministeredSettlement),
    example: { status: 'requested' },
  },
  markSettlementSent: {
    ...step,
    summary: 'Marks a settlement as sent',
    description:
      'Call it before you transfer the money: from then on the owner cannot cancel. Where a provider transfers the money, the service does this itself.',
    body: Type.Object({ reference: Type.Optional(bankReference), reason: adminReason }),
    errors: [
      'settlement_not_found',
      'settlement_ended',
      'settlement_blocked',
      'settlement_with_provider',
      'own_app',
      'settlements_off',
    ],
    example: { id: exampleSettlement },
  },
  markSettlementPaid: {
    ...outcome,
    summary: 'Marks a sent settlement as paid',
    description:
      'By an administrator who neither owns the app, approved the bank account nor sent the settlement. Refused while `withProvider` is true.',
  },
  markSettlementFailed: {
    ...outcome,
    summary: 'Marks a sent or paid settlement as failed',
    description:
      'The money returns to the escrow, with the fee; to suspense if the app is deleted, or was transferred after the payment. A paid settlement fails if the bank sends the money back. By an administrator who neither owns the app, approved the bank account nor sent the settlement. Refused while `withProvider` is true.',
  },
});

export const settlementNotices = declare('payments', {
  receiveSettlementNotice: {
    summary: 'Receives a notification about a settlement from a provider',
    description:
      'Called by providers, not by apps. The provider’s token authenticates it. The notification only triggers a status request to the provider, whose response decides.',
    access: 'public',
    limit: 'exchange',
    acceptsForeignOrigin: true,
    params: Type.Object({
      provider: Type.String({ maxLength: 32, description: 'Configured provider: `xendit`.' }),
    }),
    body: Type.Object(
      {},
      { additionalProperties: true, description: 'Notification in the format of the provider.' },
    ),
    reply: okReply,
    errors: [
      'unauthorized',
      'payment_provider_not_found',
      'settlement_not_found',
      'payment_provider_unavailable',
    ],
    example: { provider: 'xendit' },
  },
});
