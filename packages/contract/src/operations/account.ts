import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { page, pageQuery, described, flag, literals, nullable, uuid, words } from '../schemas.ts';
import {
  account,
  activation,
  activationBody,
  asset,
  certificate,
  operation,
  quote,
  quoteBody,
  rotateBody,
  rotation,
  transfer,
  withdrawal,
  withdrawBody,
} from '../shapes/account.ts';
import { exampleKeys } from '../shapes/chain.ts';
import { exampleAssertion } from '../shapes/passkeys.ts';

const idempotent =
  'Takes an Idempotency-Key. The same request again joins the running operation and never makes a second transaction.';
const common = { access: 'user', allowSuspended: true, limit: 'wallet' } as const;

const readErrors = ['no_identity', 'chain_unavailable', 'program_not_ready'] as const;
/** What every operation may refuse that a passkey signs and the relayer submits. */
export const signedErrors = [
  ...readErrors,
  'expiry_refused',
  'passkey_unknown',
  'passkey_refused',
  'passkey_counter_fell',
  'simulation_refused',
  'operation_failed',
  'relay_identity_cap',
  'relay_global_cap',
  'relayer_balance_low',
  'idempotency_key_reused',
  'nonce_busy',
  'operation_superseded',
  'not_confirmed_yet',
] as const;

const quoteWithdrawal = {
  ...common,
  body: quoteBody,
  reply: quote,
  errors: [...readErrors, 'destination_refused', 'asset_refused'],
  example: { asset: 'SOL' },
} as const;

const withdraw = {
  ...common,
  idempotent: true,
  body: withdrawBody,
  reply: withdrawal,
  errors: [
    ...signedErrors,
    'account_not_activated',
    'wrong_nonce',
    'passkey_not_authority',
    'fee_policy_refused',
    'fee_drifted',
    'destination_refused',
    'asset_refused',
    'balance_refused',
  ],
  example: {
    asset: 'SOL',
    to: exampleKeys.address,
    amount: '5000000',
    nonce: '3',
    expiry: 1_799_950_000,
    feePolicyVersion: 1,
    quotedNetworkFeeLamports: '12400',
    assertion: exampleAssertion,
  },
} as const;

const rotateAuthority = {
  ...common,
  idempotent: true,
  body: rotateBody,
  reply: rotation,
  errors: [
    ...signedErrors,
    'account_not_activated',
    'wrong_nonce',
    'passkey_not_authority',
    'rotation_refused',
  ],
  example: {
    oldCredentialId: 'KEDetxZcUfinhVi6Za5nZQ',
    newCredentialId: 'bGV0IG1lIGluIHBsZWFzZQ',
    nonce: '4',
    expiry: 1_799_950_000,
    assertion: exampleAssertion,
  },
} as const;

export const accountOperations = declare('account', {
  getAccount: {
    summary: 'The smart account: address, balance, what activation needs, nonce and authority',
    access: 'user',
    reply: account,
    errors: readErrors,
    example: {},
  },
  getReadiness: {
    summary: 'Whether the player can open game sessions, and what is missing',
    description:
      'For a game to ask beforehand, with the bearer of any scope. No address and no amount is told.',
    access: 'reader',
    readerScope: 'any',
    limit: 'wallet',
    reply: Type.Object(
      {
        canPlay: flag('Whether nothing is missing.'),
        missing: Type.Array(literals(['passkey', 'funding', 'activation']), {
          description:
            '`passkey`: there is none that counts, or not the one that the wallet answers to; `funding`: the wallet cannot pay its activation yet; `activation`: it is not activated.',
        }),
      },
      { title: 'Readiness' },
    ),
    errors: readErrors,
    example: {},
  },
  getSponsorship: {
    summary: 'Whether somebody else pays for the activation, and who',
    description:
      'Where the operator sponsors activations, players who are connected to a verified app need no SOL: POST /v1/account/activate then pays by itself, and the account is `ready`. An exhausted day leaves the ordinary way.',
    access: 'user',
    limit: 'wallet',
    reply: Type.Object(
      {
        status: literals(['not_needed', 'available', 'exhausted', 'no_app', 'off'], {
          description:
            '`not_needed`: activated, or enough is there; `available`: the operator pays; `exhausted`: not any more today (days are UTC); `no_app`: the player is connected to no verified app; `off`: this service sponsors none.',
        }),
        app: nullable(
          Type.Object(
            { clientId: words('Public id of the app.'), name: words('Its name.') },
            { description: 'The app whose players are sponsored, and against whose day this one counts.' },
          ),
        ),
      },
      { title: 'Sponsorship' },
    ),
    errors: readErrors,
    example: {},
  },
  listAssets: {
    summary: 'What the smart account holds: SOL and SPL tokens',
    access: 'user',
    reply: page(asset),
    errors: readErrors,
    example: {},
  },
  listCertificates: {
    summary: 'What opens a vault that was never activated, should PID be gone: to be kept by its owner',
    description:
      'One certificate of the registrar for each passkey that counts; empty once the account is activated. With it and that passkey anyone can claim the vault on the chain, and finish the claim after 30 days.',
    access: 'user',
    limit: 'wallet',
    reply: page(certificate),
    errors: readErrors,
    example: {},
  },
  activateAccount: {
    ...common,
    summary: 'Activates the smart account: relayed, signed by a passkey',
    description: `The challenge is of action 1 with nonce 0; everything it is made of is in GET /v1/account and GET /v1/chain. ${idempotent}`,
    idempotent: true,
    body: activationBody,
    reply: activation,
    errors: [...signedErrors, 'passkey_too_new', 'fee_policy_refused', 'fee_drifted'],
    example: {
      expiry: 1_799_950_000,
      feePolicyVersion: 1,
      quotedNetworkFeeLamports: '12400',
      assertion: exampleAssertion,
    },
  },
  quoteWithdrawal: {
    ...quoteWithdrawal,
    summary: 'Quotes the network fee of a withdrawal; exact with `to`',
    description:
      'The client signs the intent and the policy, never amounts, and echoes the quoted network fee as the drift reference.',
  },
  withdraw: {
    ...withdraw,
    summary: 'Withdraws SOL or SPL tokens: relayed, signed by the authority',
    description: `The relayer submits the transaction and floats the network fee; the smart account reimburses the attested network cost in full plus the protocol fee recomputed on chain, atomically. A network fee above 120% of the quoted one is refused. ${idempotent}`,
  },
  rotateAuthority: {
    ...rotateAuthority,
    summary: 'Hands the smart account to another passkey of the identity',
    description: `Register the replacement first; the current passkey authorizes here. The replacement must have signed once: either the approval carried its \`newAssertion\`, and the rotation can follow at once, or it has signed in since. Otherwise the answer is 400 \`rotation_refused; reason=unproven\`. It is revoked in the service once the chain has confirmed the new one. ${idempotent}`,
  },
  listOperations: {
    summary: 'Every relayed operation, newest first',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(operation),
    example: { limit: 20 },
  },
  listTransfers: {
    summary: 'What came into the smart account and went out of it, as the chain tells, newest first',
    description:
      'Also what nobody here was asked for, such as incoming SOL and tokens. A page looks at `limit` transactions, 20 at most: those that only mention the account leave it shorter.',
    access: 'user',
    limit: 'wallet',
    query: Type.Object(pageQuery),
    reply: page(transfer),
    errors: readErrors,
    example: { limit: 20 },
  },
  getOperation: {
    summary: 'One relayed operation',
    access: 'user',
    params: Type.Object({ id: described(uuid, 'Name of the operation here.') }),
    reply: operation,
    errors: ['no_such_operation'],
    example: { id: '0b9b4c1e-6f5d-4b0a-9a52-6a0f9d1c7e21' },
  },
});

/** 2026-11-15, when the account endpoints opened. */
const sinceUnixSeconds = 1_794_700_800;

/** The V3 family, deprecated: the same operations under their old paths. */
export const walletOperations = declare('wallet', {
  walletWithdraw: {
    ...withdraw,
    summary: 'Sponsored SOL/SPL withdrawal, authorized by a passkey',
    deprecated: { successor: 'withdraw', sinceUnixSeconds },
  },
  walletQuoteWithdrawal: {
    ...quoteWithdrawal,
    summary: 'Quotes the realtime network fee of a sponsored withdrawal',
    deprecated: { successor: 'quoteWithdrawal', sinceUnixSeconds },
  },
  walletRotate: {
    ...rotateAuthority,
    summary: 'Rotates the on-chain authority to a registered replacement passkey',
    deprecated: { successor: 'rotateAuthority', sinceUnixSeconds },
  },
});
