import { Type, type Static } from 'typebox';
import {
  described,
  flag,
  instant,
  integer,
  literals,
  nullable,
  ruleKeyword,
  text,
  unixSeconds,
  uuid,
  words,
} from '../schemas.ts';
import { period, summary } from './permission-terms.ts';

const uint256 = '(0|[1-9][0-9]{0,77})';
const addressText = text('^0x[0-9a-fA-F]{40}$', 'must be an address: 0x and 40 hex digits');
const amountText = text(`^${uint256}$`, 'must be a decimal string of base units');
const tokenText = text('^(native|0x[0-9a-fA-F]{40})$', 'must be native or an address: 0x and 40 hex digits', {
  description: '`native` for the coin of the chain, or the address of an ERC-20 token.',
});
const hex = (description: string) => Type.String({ pattern: '^0x([0-9a-f]{2})*$', description });
const addressShown = (description: string) => words(`${description}, with EIP-55 checksum.`);
const baseUnits = (description: string) => words(`${description}, in base units. A decimal string.`);

export const publicKeyRule =
  'must be a P-256 public key: 0x04 and 128 hex digits, or a JWK with kty EC, crv P-256, x and y';

/** Fields of an app's request. The digest is computed from them. */
export const permissionFields = {
  chainId: Type.Integer({
    minimum: 1,
    maximum: 9_007_199_254_740_991,
    description: 'EIP-155 number of the EVM chain.',
  }),
  account: described(
    addressText,
    'Address of the smart account that the session key acts for. Either lower case or with a correct EIP-55 checksum.',
  ),
  verifier: described(
    addressText,
    'Address of the PermissionVerifier contract on that chain. Must not be the account or zero. Either lower case or with a correct EIP-55 checksum.',
  ),
  publicKey: Type.Unsafe<unknown>({
    description:
      'P-256 public key of the app’s session key: 0x04 and 128 hex digits, or a JWK as WebCrypto exports it. Never include the private key.',
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
    [ruleKeyword]: publicKeyRule,
  }),
  calls: Type.Array(
    Type.Object({
      to: described(
        addressText,
        'Address of the contract. Must not be the account or the verifier; wildcards are not allowed.',
      ),
      selector: text('^0x[0-9a-fA-F]{8}$', 'must be a function selector: 0x and 8 hex digits, no wildcard', {
        description: 'Selector of the function. 0xe0e0e0e0 means a plain payment without data.',
      }),
    }),
    {
      minItems: 1,
      maxItems: 32,
      description: 'Calls that the permission allows, 1-32 entries without duplicates.',
    },
  ),
  spend: Type.Array(
    Type.Object({
      token: tokenText,
      limit: described(amountText, 'Maximum amount per period, in base units, at least 1.'),
      period,
    }),
    {
      maxItems: 16,
      description: 'Spending limits, at most 16. A token or coin without a limit cannot be spent.',
    },
  ),
  start: Type.Optional(
    unixSeconds({
      description:
        'Start of the permission, unix timestamp in seconds. If absent, the permission starts with its approval.',
    }),
  ),
  expiry: unixSeconds({
    description: 'End of the permission, unix timestamp in seconds, at most 366 days ahead.',
  }),
  salt: text('^0x[0-9a-fA-F]{64}$', 'must be 0x and 64 hex digits', {
    description: '32 random bytes, so that two permissions never have the same digest.',
  }),
};
export const permissionRequest = Type.Object(permissionFields, { title: 'PermissionRequest' });
export type PermissionRequest = Static<typeof permissionRequest>;

export const checkBody = Type.Object({
  to: described(addressText, 'Address of the contract to call.'),
  value: described(amountText, 'Amount of the chain’s coin that the call sends, in base units (wei).'),
  data: text('^0x([0-9a-fA-F]{2})*$', 'must be 0x and pairs of hex digits', {
    maxLength: 60_000,
    description: 'Call data; 0x for a plain payment.',
  }),
  token: Type.Optional(tokenText),
  amount: Type.Optional(
    described(
      amountText,
      'Amount that the call spends, if neither `value` nor `data` contains it. Requires `token`.',
    ),
  ),
  nonce: Type.Optional(
    described(amountText, 'Nonce of the signed call, a 256-bit number. Required with `signature`.'),
  ),
  deadline: Type.Optional(
    unixSeconds({
      description: 'Deadline of the signed call, unix timestamp in seconds. Required with `signature`.',
    }),
  ),
  signature: Type.Optional(
    text('^0x[0-9a-fA-F]{128}$', 'must be r and s of the session key: 0x and 128 hex digits', {
      description: 'Signature of the session key over the call: r and s, with a low s.',
    }),
  ),
});

export const spendBody = Type.Object({
  token: tokenText,
  amount: described(amountText, 'Spent amount, in base units, at least 1.'),
});

const remaining = Type.Object(
  {
    token: words('`native`, or the address of the token.'),
    period,
    limit: baseUnits('Limit per period'),
    spent: baseUnits('Amount recorded in the current period'),
    remaining: baseUnits('Amount left in the current period'),
    resetsAt: instant('Time at which the period ends and the full limit is available again.'),
  },
  { title: 'RemainingLimit' },
);
export const remainingList = Type.Array(remaining, {
  description: 'One entry per limit, in the order of `spend`.',
});
export type Remaining = Static<typeof remaining>;

export interface TypedData {
  readonly domain: object;
  readonly types: object;
  readonly primaryType: string;
  readonly message: object;
}
const typedData = Type.Unsafe<TypedData>({
  type: 'object',
  additionalProperties: true,
  title: 'Eip712TypedData',
  description: 'EIP-712 typed data, for eth_signTypedData_v4.',
});

export const contentFields = {
  chainId: integer('EIP-155 number of the EVM chain.'),
  account: addressShown('Address of the smart account that the session key acts for'),
  verifier: addressShown(
    'Address of the PermissionVerifier contract that enforces the permission on the chain',
  ),
  publicKey: words('Public key of the session key: 0x04, x and y in hex.'),
  calls: Type.Array(
    Type.Object({
      to: addressShown('Address of the contract'),
      selector: words('Selector of the function: 0x and 8 hex digits.'),
      function: nullable(words('Signature of the function; null if the service does not know it.')),
      counted: flag('Whether the amount that the call moves counts against the limits.'),
    }),
  ),
  spend: Type.Array(
    Type.Object({
      token: words('`native`, or the address of the token.'),
      limit: baseUnits('Limit per period'),
      period,
    }),
  ),
  start: integer('Start of the permission, unix timestamp in seconds; 0 if it starts with its approval.'),
  expiry: integer('End of the permission, unix timestamp in seconds.'),
  salt: words('Random bytes in the digest: 0x and 64 hex digits.'),
};

export const appFace = Type.Object({
  name: words('Name of the app.'),
  logoUrl: nullable(words('https URL of the app’s logo; null if it has none.')),
  verified: flag('Whether an administrator has verified the app.'),
});

const digest = words('EIP-712 digest that the passkey signs: 0x and 64 hex digits.');

export const permissionItem = Type.Object(
  {
    id: described(uuid, 'Id of the permission.'),
    status: literals(['pending', 'active', 'expired', 'revoked'], {
      description:
        '`pending`: waits for approval by a passkey. `active`: approved. `expired`: not approved before `approveBy`, or past `expiry`. `revoked`: revoked by the owner or the app, or ended because the identity or the app was deleted or the app was disconnected.',
    }),
    digest,
    ...contentFields,
    clientId: nullable(words('`client_id` of the app that holds the permission; null if there is none.')),
    app: nullable(appFace),
    summary,
    remaining: remainingList,
    createdAt: instant('Time of creation.'),
    approveBy: instant('Time until which a pending permission can be approved.'),
    approvedAt: nullable(instant('Time of the approval; null until then.')),
    endedAt: nullable(instant('Time at which the permission was revoked or expired; null until then.')),
    endReason: nullable(words('Why the permission ended; null until then.')),
  },
  { title: 'Permission' },
);
export type PermissionItem = Static<typeof permissionItem>;

const ownerProof = Type.Object(
  {
    authenticatorData: hex('Authenticator data of the owner’s assertion.'),
    clientDataTail: hex('clientDataJSON from the origin on. The contract builds the part before it.'),
    r: hex('r of the signature, 32 bytes.'),
    s: hex('s of the signature, low, 32 bytes.'),
  },
  {
    title: 'OwnerProof',
    description: 'Argument `proof` of PermissionVerifier.approve; null until the owner has approved.',
  },
);
const chainCall = Type.Object(
  { to: addressShown('Address of the verifier'), data: hex('Call data of revoke(bytes32).') },
  {
    title: 'ChainCall',
    description: 'Call that the account itself must send to end the permission on the chain.',
  },
);

export const permissionDetail = Type.Object(
  {
    ...permissionItem.properties,
    typedData,
    ownerProof: nullable(ownerProof),
    revokeCall: chainCall,
    redirectTo: Type.Optional(
      words('URL to redirect to after an approval through the hosted page, with permission_id and state.'),
    ),
  },
  { title: 'PermissionDetail' },
);
export type PermissionDetail = Static<typeof permissionDetail>;

export const createdPermission = Type.Object(
  {
    id: described(uuid, 'Id of the permission.'),
    status: literals(['pending'], {
      description: 'Always `pending`: a passkey of the owner must approve it.',
    }),
    digest,
    typedData,
  },
  { title: 'CreatedPermission' },
);
