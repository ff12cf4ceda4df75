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
const params = Type.Object({ id: described(uuid, 'Name of the permission here.') });

/** The fields of the hosted page `/grant`: the same in its query, in the query of GET and in the body of POST. */
const requestFields = {
  client_id: Type.String({ maxLength: 64, description: 'The app that asks.' }),
  redirect_uri: Type.String({
    maxLength: 1024,
    description: 'Where the user goes afterwards: on a listed origin of the app, or on loopback.',
  }),
  state: Type.Optional(
    text(
      String.raw`^[^\u0000-\u001f\u007f]{0,1024}$`,
      'must be at most 1024 characters without control characters',
      { description: "The app's own mark, handed back as it came." },
    ),
  ),
  response_mode: Type.Optional(
    Type.String({ maxLength: 32, description: '`web_message` (a popup) or `query` (a redirect).' }),
  ),
  request: Type.String({
    maxLength: 12_000,
    description: 'JSON of the fields of `createPermission` but `clientId`, plain or as unpadded base64url.',
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
    summary:
      'What the page that asks for a permission shows: who asks, for what in plain words, who is signed in',
    description: 'A 400 is shown to the user; nobody is ever redirected because of one.',
    access: 'optional-user',
    query: Type.Object(requestFields),
    reply: Type.Object(
      {
        app: appFace,
        origin: words('The site that the answer goes to.'),
        pid: nullable(described(pid, 'Who is signed in in this browser; null for nobody.')),
        suspended: Type.Optional(flag('True when that identity is suspended: it can only say no.')),
        permission: Type.Object(contentFields),
        summary,
      },
      { title: 'DescribedPermissionRequest' },
    ),
    errors: ['app_paused'],
    example: exampleRequest,
  },
  decidePermissionRequest: {
    summary: 'Allow makes the permission, which then waits for the passkey; deny answers where to go',
    access: 'optional-user',
    // Denying is open to everybody: it changes nothing.
    allowSuspended: true,
    body: Type.Object({
      ...requestFields,
      decision: literals(['allow', 'deny'], { description: 'What the user chose; allow needs a sign-in.' }),
    }),
    reply: Type.Object({
      ...Type.Partial(createdPermission).properties,
      redirectTo: Type.Optional(
        words('After deny: where the user goes, with error=access_denied and state.'),
      ),
    }),
    errors: [
      'unauthorized',
      'identity_suspended',
      'app_paused',
      'permission_digest_used',
      'too_many_permissions',
    ],
    example: { ...exampleRequest, decision: 'deny' },
  },
});

export const permissions = declare(tag, {
  listPermissions: {
    summary: "The user's permissions, or those that the app holds, newest first",
    access: 'app-or-user',
    query: Type.Object(pageQuery),
    reply: page(permissionItem),
    example: { limit: 20 },
  },
  getPermission: {
    summary: 'One permission, with what a wallet shows and what the chain takes',
    access: 'app-or-user',
    params,
    reply: permissionDetail,
    errors: ['no_such_permission'],
    example: { id: exampleId },
  },
  createPermission: {
    summary: 'Makes a permission that waits for a passkey of the identity',
    description:
      'The same request again while it waits answers the same permission; a digest that was used is refused for ever.',
    access: 'user',
    body: Type.Object({
      ...permissionFields,
      clientId: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'The app that will hold it; without it nobody but the owner.',
        }),
      ),
    }),
    reply: createdPermission,
    status: 201,
    errors: ['permission_digest_used', 'too_many_permissions', 'app_paused'],
    example: { ...examplePermission, clientId: 'app_example' },
  },
  permissionOptions: {
    summary: 'Passkey request options whose challenge is the digest',
    access: 'user',
    params,
    reply: requestOptions,
    errors: ['no_such_permission', 'passkey_too_new'],
    example: { id: exampleId },
  },
  approvePermission: {
    summary: "Activates a permission by a passkey's assertion over its digest",
    description: '`redirectTo` is there when an app asked through the hosted page.',
    access: 'user',
    params,
    body: Type.Object({ assertion }),
    reply: permissionDetail,
    errors: [
      'no_such_permission',
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
    summary: 'Ends a permission: the owner revokes it, or the app gives it up',
    description: 'Ends it here at once. On the chain it ends when the account itself sends `revokeCall`.',
    access: 'app-or-user',
    params,
    reply: permissionDetail,
    errors: ['no_such_permission'],
    example: { id: exampleId },
  },
  checkCall: {
    summary: 'Whether a call would be allowed now, and why not',
    description:
      'Reads only, and the chain decides. What a call spends is read from `value` and from the data of token functions; `token` and `amount` state what shows in neither. With `signature` (r and s of the session key over the sha256 of the EIP-712 digest of `Call`) `nonce` and `deadline` are required. `remaining` is what is left before the call.',
    access: 'app-or-user',
    allowSuspended: true,
    params,
    body: checkBody,
    reply: Type.Object(
      {
        allowed: flag('Whether nothing speaks against the call.'),
        reasons: Type.Array(Type.String(), {
          description: 'What speaks against it, each `code: sentence`, for example `limit_exceeded: …`.',
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
    summary: 'Counts what the app has spent against the limits',
    description:
      'Advisory: it keeps the nodes of an app from overspending together; the limits that bind are those of the contract. Takes an `Idempotency-Key`.',
    access: 'app',
    limit: 'money',
    idempotent: true,
    params,
    body: spendBody,
    reply: Type.Object(
      {
        token: words('`native`, or the address of the token.'),
        amount: words('What was counted, in base units.'),
        remaining: remainingList,
      },
      { title: 'RecordedSpend' },
    ),
    errors: ['no_such_permission', 'permission_spend_refused', 'permission_idempotency_conflict'],
    example: { id: exampleId, token: '0x3333333333333333333333333333333333333333', amount: '1000000' },
  },
});
