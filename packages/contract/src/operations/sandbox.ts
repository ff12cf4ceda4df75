import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, literals, pid, rupiahAmount, uuid, words } from '../schemas.ts';
import { authorizeFields } from '../shapes/apps.ts';
import { handle } from '../shapes/identity.ts';
import { Payment } from '../shapes/payments.ts';
import { TopUp } from './checkout.ts';

/** For an app's server, with a machine token of the scope `payments`. */
const byApp = { access: 'app', appScope: 'payments' } as const;
const examplePid = 'player_4f9c1a@pid';
const exampleId = '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b';
const playerParams = Type.Object({
  pid: described(pid, 'pid of a test player that this app created.'),
});
const paymentParams = Type.Object({ id: described(uuid, 'Id of a payment of this app.') });
const byPlayer = Type.Object({
  pid: described(pid, 'pid of the test player who acts. This app must have created the player.'),
});
const ofPayment = ['not_found', 'payment_not_found', 'payment_ended', 'payment_expired'] as const;

const jwk = Type.Object(
  {
    kty: literals(['EC'], { description: 'Type of the key.' }),
    crv: literals(['P-256'], { description: 'Curve of the key.' }),
    x: words('First coordinate of the public key, in base64url.'),
    y: words('Second coordinate of the public key, in base64url.'),
    d: words('Private key, in base64url.'),
  },
  { title: 'PrivateKey' },
);

const SandboxPlayer = Type.Object(
  {
    pid: described(pid, 'Permanent pid of the test player.'),
    loginUrl: Type.String({
      format: 'uri',
      description:
        'Opened in a browser, it signs the test player in to this service. Single-use, valid for 5 minutes.',
    }),
    passkey: Type.Optional(
      Type.Object(
        {
          id: words('WebAuthn credential id, in base64url.'),
          userHandle: words('WebAuthn user handle, in base64url.'),
          privateKey: described(
            jwk,
            'Private key of the passkey (RFC 7517). It is shown only in this response.',
          ),
        },
        { description: 'Passkey of the test player. Absent unless it was requested.' },
      ),
    ),
    vault: Type.Optional(
      words('Address of the activated smart account (base58). Absent unless it was requested.'),
    ),
  },
  { title: 'SandboxPlayer' },
);

/** Only in a sandbox and in development; a live service does not have these operations. */
export const sandbox = declare('sandbox', {
  createSandboxPlayer: {
    ...byApp,
    summary: 'Creates a test player',
    description:
      'The player belongs to this app: only it can act for the player with the operations of this section. The player is otherwise like any other, but cannot be an administrator. With `wallet`, the response waits until the smart account is activated on the development chain, with a passkey that the response contains.',
    body: Type.Object({
      handle: Type.Optional(described(handle, 'Handle of the player. Default: a random handle.')),
      balance: Type.Optional(
        described(rupiahAmount, 'Play money that the player gets through a top-up, in rupiah. Default: 0.'),
      ),
      passkey: Type.Optional(
        flag('Whether the player gets a passkey that counts immediately. Default: false.'),
      ),
      wallet: Type.Optional(
        flag(
          'Whether the smart account of the player is activated, with 2 SOL and 100 test tokens. The player then also gets a passkey. Default: false.',
        ),
      ),
    }),
    status: 201,
    reply: SandboxPlayer,
    errors: [
      'handle_taken',
      'handle_reserved',
      'handle_refused',
      'topups_unavailable',
      'topup_out_of_range',
      'balance_full',
      'chain_unavailable',
      'program_not_ready',
      'airdrop_refused',
      'relay_global_cap',
      'relayer_balance_low',
      'not_confirmed_yet',
    ],
    example: { balance: 100_000, passkey: true },
  },
  loginSandboxPlayer: {
    ...byApp,
    summary: 'Signs a test player in to the app, as if the player had allowed it',
    description:
      'The response is that of the consent page: the redirect URI of the app with a login code. Without `openid` in `scope`, it is `pid_code` of the service’s own login, for POST /v1/auth/exchange; with it, `code` of OpenID Connect, for /oidc/token.',
    params: playerParams,
    body: Type.Object({
      redirect_uri: authorizeFields.redirect_uri,
      scope: authorizeFields.scope,
      nonce: authorizeFields.nonce,
      code_challenge: authorizeFields.code_challenge,
      code_challenge_method: authorizeFields.code_challenge_method,
      state: authorizeFields.state,
    }),
    reply: Type.Object({
      redirectTo: words('Redirect URI of the app, with the login code.'),
    }),
    errors: ['not_found', 'identity_suspended'],
    example: { pid: examplePid, redirect_uri: 'http://localhost:3000/callback', state: 'a1b2c3' },
  },
  confirmSandboxPayment: {
    ...byApp,
    limit: 'payments',
    summary: 'Confirms a payment as a test player',
    description:
      'The same rules apply as on the payment page, except that no passkey is asked for: the balance must be sufficient, and the daily limit applies.',
    params: paymentParams,
    body: byPlayer,
    reply: Payment,
    errors: [
      ...ofPayment,
      'identity_suspended',
      'frozen',
      'own_payment',
      'quote_changed',
      'receiver_not_found',
      'receiver_full',
      'age_needed',
      'parent_needed',
      'parent_approval_needed',
      'daily_limit',
      'insufficient_balance',
      'ledger_busy',
    ],
    example: { id: exampleId, pid: examplePid },
  },
  declineSandboxPayment: {
    ...byApp,
    limit: 'payments',
    summary: 'Declines a payment as a test player',
    params: paymentParams,
    body: byPlayer,
    reply: Payment,
    errors: ofPayment,
    example: { id: exampleId, pid: examplePid },
  },
  expireSandboxPayment: {
    ...byApp,
    limit: 'payments',
    summary: 'Lets the time of a payment pass',
    description: 'An open payment expires. A held payment is voided, and the money returns to the player.',
    params: paymentParams,
    reply: Payment,
    errors: ['payment_not_found', 'payment_ended'],
    example: { id: exampleId },
  },
  paySandboxTopUp: {
    ...byApp,
    limit: 'payments',
    summary: 'Pays a top-up of a test player with play money',
    params: Type.Object({ id: described(uuid, 'Id of a top-up of a test player that this app created.') }),
    reply: TopUp,
    errors: ['topup_not_found', 'topups_unavailable'],
    example: { id: exampleId },
  },
});
