import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, literals, nullable, page, pageQuery, pid, text, uuid, words } from '../schemas.ts';
import { assertion, exampleAssertion, requestOptions } from '../shapes/passkeys.ts';
import {
  appFace,
  checkBody,
  contentFields,
  createdPermission,
  permissionDetail,
  permissionFields,
  permissionItem,
  remainingList,
  spendBody,
} from '../shapes/permissions.ts';
import { summary } from '../shapes/permission-terms.ts';

const tag = 'permissions';
const params = Type.Object({ id: described(uuid, 'Id of the permission.') });

/** Used in the query of the hosted page `/grant`, in the query of GET and in the body of POST. */
const requestFields = {
  client_id: Type.String({
    maxLength: 64,
    description: 'Public identifier of the app that requests the permission.',
  }),
  redirect_uri: Type.String({
    maxLength: 1024,
    description: 'URL to return to: on a listed origin of the app, or on loopback.',
  }),
  state: Type.Optional(
    text(
      String.raw`^[^\u0000-\u001f\u007f]{0,1024}$`,
      'must be at most 1024 characters without control characters',
      { description: 'Opaque value of the app, returned unchanged.' },
    ),
  ),
  response_mode: Type.Optional(
    Type.String({ maxLength: 32, description: '`web_message` (popup) or `query` (redirect).' }),
  ),
  request: Type.String({
    maxLength: 12_000,
    description:
      'JSON of the fields of `createPermission` without `clientId`, plain or in unpadded base64url.',
  }),
};

const exampleId = '6f1f2a7e-9a2b-4f0e-8c57-2b1f6f2c9a10';
const examplePermission = {
  chainId: 8453,
  account: '0x1111111111111111111111111111111111111111',
  verifier: '0x2222222222222222222222222222222222222222',
  publicKey:
    '0x046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  calls: [{ to: '0x3333333333333333333333333333333333333333', selector: '0xa9059cbb' }],
  spend: [{ token: '0x3333333333333333333333333333333333333333', limit: '5000000', period: 'day' }],
  expiry: 1_800_000_000,
  salt: `0x${'5a'.repeat(32)}`,
};
const exampleRequest = {
  client_id: 'app_example',
  redirect_uri: 'http://localhost:5173/granted',
  state: 'a1b2c3',
  request: JSON.stringify(examplePermission),
};

export const permissionRequests = declare(tag, {
  describePermissionRequest: {
    summary: 'Returns the permission request that the consent page shows',
    description: 'The page shows a 400 error to the player and does not redirect.',
    access: 'optional-user',
    query: Type.Object(requestFields),
    reply: Type.Object(
      {
        app: appFace,
        origin: words('Origin that receives the result.'),
        pid: nullable(
          described(pid, 'pid of the player who is signed in to this browser; null if nobody is.'),
        ),
        suspended: Type.Optional(flag('True if that identity is suspended; it can only deny.')),
        permission: Type.Object(contentFields),
        summary,
      },
      { title: 'DescribedPermissionRequest' },
    ),
    errors: ['app_paused'],
    example: exampleRequest,
  },
  decidePermissionRequest: {
    summary: 'Allows or denies a permission request',
    access: 'optional-user',
    // A suspended player may deny, because denying changes nothing.
    allowSuspended: true,
    body: Type.Object({
      ...requestFields,
      decision: literals(['allow', 'deny'], {
        description:
          'Decision of the player. `allow` requires a session and creates a pending permission that a passkey must approve.',
      }),
    }),
    reply: Type.Object({
      ...Type.Partial(createdPermission).properties,
      redirectTo: Type.Optional(
        words('After `deny`: URL to redirect to, with error=access_denied and state.'),
      ),
    }),
    errors: [
      'unauthorized',
      'identity_suspended',
      'app_paused',
      'age_needed',
      'parent_needed',
      'permission_digest_used',
      'too_many_permissions',
    ],
    example: { ...exampleRequest, decision: 'deny' },
  },
});

export const permissions = declare(tag, {
  listPermissions: {
    summary: 'Lists the permissions of the player or of the app, newest first',
    access: 'app-or-user',
    query: Type.Object(pageQuery),
    reply: page(permissionItem),
    example: { limit: 20 },
  },
  getPermission: {
    summary: 'Returns a permission',
    description:
      'Includes the typed data that a wallet shows, the owner’s proof for the contract and the call that revokes the permission on the chain.',
    access: 'app-or-user',
    params,
    reply: permissionDetail,
    errors: ['no_such_permission'],
    example: { id: exampleId },
  },
  createPermission: {
    summary: 'Creates a permission that a passkey must approve',
    description:
      'The same request returns the same permission while it is pending. A digest that was already used is refused permanently.',
    access: 'user',
    body: Type.Object({
      ...permissionFields,
      clientId: Type.Optional(
        Type.String({
          maxLength: 64,
          description:
            '`client_id` of the app that will hold the permission. If absent, only the owner can use it.',
        }),
      ),
    }),
    reply: createdPermission,
    status: 201,
    errors: ['age_needed', 'parent_needed', 'permission_digest_used', 'too_many_permissions', 'app_paused'],
    example: { ...examplePermission, clientId: 'app_example' },
  },
  permissionOptions: {
    summary: 'Returns the passkey challenge that approves a permission',
    description: 'The challenge is the EIP-712 digest of the permission.',
    access: 'user',
    params,
    reply: requestOptions,
    errors: ['no_such_permission', 'passkey_too_new'],
    example: { id: exampleId },
  },
  approvePermission: {
    summary: 'Approves a permission',
    description:
      'A passkey of the owner signs the digest, and the permission becomes active. `redirectTo` is present if an app requested the permission through the hosted page.',
    access: 'user',
    params,
    body: Type.Object({ assertion }),
    reply: permissionDetail,
    errors: [
      'no_such_permission',
      'age_needed',
      'parent_needed',
      'permission_not_pending',
      'passkey_refused',
      'passkey_unknown',
      'passkey_too_new',
      'passkey_counter_fell',
      'permission_client_data_unusual',
    ],
    example: { id: exampleId, assertion: exampleAssertion },
  },
  revokePermission: {
    summary: 'Revokes a permission',
    description:
      'The owner or the app can revoke it. It ends immediately in this service. On the chain it ends when the account itself sends `revokeCall`.',
    access: 'app-or-user',
    params,
    reply: permissionDetail,
    errors: ['no_such_permission'],
    example: { id: exampleId },
  },
  checkCall: {
    summary: 'Checks whether a permission allows a call',
    description:
      'Records no spend; the contract on the chain decides. The spent amount is read from `value` and from the data of token functions; `token` and `amount` state an amount that neither contains. With `signature` (r and s of the session key over the sha256 of the EIP-712 digest of `Call`), `nonce` and `deadline` are required. `remaining` is the state before the call.',
    access: 'app-or-user',
    allowSuspended: true,
    params,
    body: checkBody,
    reply: Type.Object(
      {
        allowed: flag('Whether the permission allows the call.'),
        reasons: Type.Array(Type.String(), {
          description:
            'Why the call is not allowed, each as `code: sentence`, for example `limit_exceeded: …`. Empty if it is allowed.',
        }),
        remaining: remainingList,
      },
      { title: 'CallVerdict' },
    ),
    errors: ['no_such_permission'],
    example: {
      id: exampleId,
      to: '0x3333333333333333333333333333333333333333',
      value: '0',
      data: `0xa9059cbb${'0'.repeat(24)}${'44'.repeat(20)}${'0'.repeat(58)}0f4240`,
    },
  },
  recordSpend: {
    summary: 'Records a spend against the limits of a permission',
    description:
      'The record is advisory: it prevents the servers of an app from overspending together. The contract on the chain enforces the limits. Takes an `Idempotency-Key`.',
    access: 'app',
    limit: 'money',
    idempotent: true,
    params,
    body: spendBody,
    reply: Type.Object(
      {
        token: words('`native`, or the address of the token.'),
        amount: words('Recorded amount, in base units.'),
        remaining: remainingList,
      },
      { title: 'RecordedSpend' },
    ),
    errors: ['no_such_permission', 'permission_spend_refused', 'permission_idempotency_conflict'],
    example: { id: exampleId, token: '0x3333333333333333333333333333333333333333', amount: '1000000' },
  },
});
