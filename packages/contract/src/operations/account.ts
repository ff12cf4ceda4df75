import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { page, pageQuery, described, flag, literals, nullable, rupiah, uuid, words } from '../schemas.ts';
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
import { exampleKeys, lamportsText } from '../shapes/chain.ts';
import { exampleAssertion } from '../shapes/passkeys.ts';

const idempotent =
  'Takes an `Idempotency-Key`. A repeated request joins the operation in progress and never makes a second transaction.';
const common = { access: 'user', allowSuspended: true, limit: 'wallet' } as const;

const readErrors = ['no_identity', 'chain_unavailable', 'program_not_ready'] as const;
/** Errors of every operation that a passkey signs and the relayer submits. */
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
    summary: 'Returns the smart account of the caller',
    description: 'Includes the cost of the activation, the next nonce and the current authority.',
    access: 'user',
    reply: account,
    errors: readErrors,
    example: {},
  },
  getReadiness: {
    summary: 'Returns whether the player can open game sessions',
    description:
      'A game can check this before it opens a session, with a bearer of any scope. The response contains no address and no amount.',
    access: 'reader',
    readerScope: 'any',
    limit: 'wallet',
    reply: Type.Object(
      {
        canPlay: flag('Whether nothing is missing.'),
        missing: Type.Array(literals(['passkey', 'funding', 'activation']), {
          description:
            '`passkey`: the player has no passkey that counts, or lost the one that is the wallet’s authority. `funding`: the wallet cannot pay for its activation yet. `activation`: the wallet is not activated.',
        }),
      },
      { title: 'Readiness' },
    ),
    errors: readErrors,
    example: {},
  },
  getSponsorship: {
    summary: 'Returns whether the activation is sponsored',
    description:
      'If the operator sponsors activations, players who are connected to a verified app need no SOL: POST /v1/account/activate is paid by the operator, and the account’s status is `ready`. If the sponsorship for the day is used up, the player can still pay for the activation.',
    access: 'user',
    limit: 'wallet',
    reply: Type.Object(
      {
        status: literals(['not_needed', 'available', 'exhausted', 'no_app', 'off'], {
          description:
            '`not_needed`: the account is activated, or holds enough SOL. `available`: the operator pays. `exhausted`: the sponsorship for today is used up (days are in UTC). `no_app`: the player is not connected to a verified app. `off`: this service does not sponsor activations.',
        }),
        app: nullable(
          Type.Object(
            { clientId: words('Public identifier of the app.'), name: words('Name of the app.') },
            { description: 'App whose daily sponsorship pays for the activation.' },
          ),
        ),
      },
      { title: 'Sponsorship' },
    ),
    errors: readErrors,
    example: {},
  },
  getActivationPrice: {
    summary: 'Returns the price of the activation in rupiah',
    description:
      'Players without SOL can pay for the activation from their balance: POST /v1/account/activate with `payWith` and this price as `expectedPrice`. The price is the cost in SOL at the current rate plus the operator’s margin, rounded up to Rp100.',
    access: 'user',
    limit: 'wallet',
    reply: Type.Object(
      {
        available: flag(
          'Whether the activation can be paid in rupiah now. False if the account is activated, the service does not offer it, the price of SOL is unknown, or today’s budget is used up.',
        ),
        price: nullable(rupiah('Price in rupiah; null if not available.')),
        lamports: lamportsText('Cost of the activation, which the operator pays'),
      },
      { title: 'ActivationPrice' },
    ),
    errors: readErrors,
    example: {},
  },
  listAssets: {
    summary: 'Lists the SOL and SPL tokens of the smart account',
    access: 'user',
    reply: page(asset),
    errors: readErrors,
    example: {},
  },
  listCertificates: {
    summary: 'Lists the certificates of a vault that was never activated',
    description:
      'Returns one certificate of the registrar for each passkey that counts; the list is empty after the activation. The player should keep them: if this service no longer exists, anyone with a certificate and its passkey can claim the vault on the chain, and finish the claim after 30 days.',
    access: 'user',
    limit: 'wallet',
    reply: page(certificate),
    errors: readErrors,
    example: {},
  },
  activateAccount: {
    ...common,
    summary: 'Activates the smart account',
    description: `A passkey signs the request, and the relayer submits it. The challenge is that of action 1 with nonce 0; GET /v1/account and GET /v1/chain return all values for it. With \`payWith\`, the price moves from the caller’s balance together with the operation, and returns automatically if the activation does not take place; suspended and frozen identities cannot pay this way. ${idempotent}`,
    idempotent: true,
    body: activationBody,
    reply: activation,
    errors: [
      ...signedErrors,
      'passkey_too_new',
      'fee_policy_refused',
      'fee_drifted',
      'activation_not_sold',
      'quote_changed',
      'insufficient_balance',
      'daily_limit',
      'frozen',
      'identity_suspended',
    ],
    example: {
      expiry: 1_799_950_000,
      feePolicyVersion: 1,
      quotedNetworkFeeLamports: '12400',
      assertion: exampleAssertion,
    },
  },
  quoteWithdrawal: {
    ...quoteWithdrawal,
    summary: 'Quotes the network fee of a withdrawal',
    description:
      'The quote is exact if `to` is given. The client signs the withdrawal and the fee policy version, never the fees, and sends the quoted network fee as the drift reference.',
  },
  withdraw: {
    ...withdraw,
    summary: 'Withdraws SOL or SPL tokens',
    description: `The authority of the smart account signs the request. The relayer submits the transaction and advances the network fee. In the same transaction, the smart account reimburses the attested network cost in full and pays the protocol fee, which the program computes. A network fee above 120% of the quoted fee is refused. ${idempotent}`,
  },
  rotateAuthority: {
    ...rotateAuthority,
    summary: 'Rotates the authority to another passkey',
    description: `Register the replacement first; the current authority signs this request. The replacement must have signed once: either its approval included \`newAssertion\`, or it has signed in since. Otherwise the response is 400 \`rotation_refused; reason=unproven\`. The service revokes the old passkey after the chain has confirmed the new authority. ${idempotent}`,
  },
  listOperations: {
    summary: 'Lists the relayed operations, newest first',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(operation),
    example: { limit: 20 },
  },
  listTransfers: {
    summary: 'Lists the transfers of the smart account, newest first',
    description:
      'Transfers are read from the chain, so they include transfers that this service did not make, such as incoming SOL and tokens. A page examines `limit` transactions, at most 20. Transactions that only mention the account are left out, so a page can have fewer items.',
    access: 'user',
    limit: 'wallet',
    query: Type.Object(pageQuery),
    reply: page(transfer),
    errors: readErrors,
    example: { limit: 20 },
  },
  getOperation: {
    summary: 'Returns a relayed operation',
    access: 'user',
    params: Type.Object({ id: described(uuid, 'Id of the operation.') }),
    reply: operation,
    errors: ['no_such_operation'],
    example: { id: '0b9b4c1e-6f5d-4b0a-9a52-6a0f9d1c7e21' },
  },
});

/** 2026-11-15, the release of the account endpoints. */
const sinceUnixSeconds = 1_794_700_800;

/** The deprecated V3 paths of the same operations. */
export const walletOperations = declare('wallet', {
  walletWithdraw: {
    ...withdraw,
    summary: 'Withdraws SOL or SPL tokens',
    deprecated: { successor: 'withdraw', sinceUnixSeconds },
  },
  walletQuoteWithdrawal: {
    ...quoteWithdrawal,
    summary: 'Quotes the network fee of a withdrawal',
    deprecated: { successor: 'quoteWithdrawal', sinceUnixSeconds },
  },
  walletRotate: {
    ...rotateAuthority,
    summary: 'Rotates the authority to another passkey',
    deprecated: { successor: 'rotateAuthority', sinceUnixSeconds },
  },
});
