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
  description: '`native`, the coin of the chain, or the address of an ERC-20 token.',
});
const hex = (description: string) => Type.String({ pattern: '^0x([0-9a-f]{2})*$', description });
const addressShown = (description: string) => words(`${description}: an address with its EIP-55 checksum.`);
const baseUnits = (description: string) => words(`${description}, in base units: a decimal string.`);

export const publicKeyRule =
  'must be a P-256 public key: 0x04 and 128 hex digits, or a JWK with kty EC, crv P-256, x and y';

/** The fields that an app may ask for, and that the digest is made of. */
export const permissionFields = {
  chainId: Type.Integer({
    minimum: 1,
    maximum: 9_007_199_254_740_991,
    description: 'Number of the EVM chain (EIP-155).',
  }),
  account: described(
    addressText,
    'The smart account that the session key will act for; a right EIP-55 checksum, or lower case.',
  ),
  verifier: described(
    addressText,
    'The PermissionVerifier of that chain, neither the account nor zero; a right EIP-55 checksum, or lower case.',
  ),
  publicKey: Type.Unsafe<unknown>({
    description:
      'The P-256 session key of the app: 0x04 and 128 hex digits, or a JWK as WebCrypto exports it; never with the private part.',
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
    [ruleKeyword]: publicKeyRule,
  }),
  calls: Type.Array(
    Type.Object({
      to: described(addressText, 'One contract; neither the account nor the verifier, and no wildcard.'),
      selector: text('^0x[0-9a-fA-F]{8}$', 'must be a function selector: 0x and 8 hex digits, no wildcard', {
        description: 'One function of it; 0xe0e0e0e0 stands for a plain payment without data.',
      }),
    }),
    { minItems: 1, maxItems: 32, description: 'What may be called, 1-32 entries, none twice.' },
  ),
  spend: Type.Array(
    Type.Object({
      token: tokenText,
      limit: described(amountText, 'How much in one period, in base units, at least 1.'),
      period,
    }),
    {
      maxItems: 16,
      description:
        'What may be spent, at most 16 limits; a token or coin without one may not be spent at all.',
    },
  ),
  start: Type.Optional(unixSeconds({ description: 'From when, unix seconds; without it at once.' })),
  expiry: unixSeconds({ description: 'Until when, unix seconds, at most 366 days ahead.' }),
  salt: text('^0x[0-9a-fA-F]{64}$', 'must be 0x and 64 hex digits', {
    description: '32 random bytes, so that no two permissions have the same digest.',
  }),
};
export const permissionRequest = Type.Object(permissionFields, { title: 'PermissionRequest' });
export type PermissionRequest = Static<typeof permissionRequest>;

export const checkBody = Type.Object({
  to: described(addressText, 'The contract that would be called.'),
  value: described(amountText, 'Coins that would be sent along, in base units (wei).'),
  data: text('^0x([0-9a-fA-F]{2})*$', 'must be 0x and pairs of hex digits', {
    maxLength: 60_000,
    description: 'The call data; 0x for a plain payment.',
  }),
  token: Type.Optional(tokenText),
  amount: Type.Optional(
    described(
      amountText,
      'What the call spends where neither `value` nor `data` show it; comes with `token`.',
    ),
  ),
  nonce: Type.Optional(
    described(amountText, 'Nonce of the signed call; required with `signature`, fits 256 bits.'),
  ),
  deadline: Type.Optional(
    unixSeconds({
      description: 'Until when the signed call is good, unix seconds; required with `signature`.',
    }),
  ),
  signature: Type.Optional(
    text('^0x[0-9a-fA-F]{128}$', 'must be r and s of the session key: 0x and 128 hex digits', {
      description: 'r and s of the session key over the call, s in the lower half.',
    }),
  ),
});

export const spendBody = Type.Object({
  token: tokenText,
  amount: described(amountText, 'What was spent, in base units, at least 1.'),
});

const remaining = Type.Object(
  {
    token: words('`native`, or the address of the token.'),
    period,
    limit: baseUnits('The limit of one period'),
    spent: baseUnits('What was recorded in this period'),
    remaining: baseUnits('What is left of it'),
    resetsAt: instant('When the period ends and the whole limit is there again.'),
  },
  { title: 'RemainingLimit' },
);
export const remainingList = Type.Array(remaining, {
  description: 'One entry a limit, in the order of `spend`.',
});
export type Remaining = Static<typeof remaining>;

/** EIP-712 typed data, as wallets take it. */
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
  description: 'Takes eth_signTypedData_v4 as it is',
});

export const contentFields = {
  chainId: integer('Number of the EVM chain (EIP-155).'),
  account: addressShown('The smart account that the session key acts for'),
  verifier: addressShown('The PermissionVerifier that judges it on the chain'),
  publicKey: words('The session key: 0x04, x and y in hex.'),
  calls: Type.Array(
    Type.Object({
      to: addressShown('The contract'),
      selector: words('The function: 0x and 8 hex digits.'),
      function: nullable(words('Signature of a function that we know; null for any other.')),
      counted: flag('Whether what it moves counts against the limits.'),
    }),
  ),
  spend: Type.Array(
    Type.Object({
      token: words('`native`, or the address of the token.'),
      limit: baseUnits('The limit of one period'),
      period,
    }),
  ),
  start: integer('From when, unix seconds; 0 for at once.'),
  expiry: integer('Until when, unix seconds.'),
  salt: words('The random bytes in its digest: 0x and 64 hex digits.'),
};

export const appFace = Type.Object({
  name: words('What the app calls itself.'),
  logoUrl: nullable(words('https address of its picture; null when it has none.')),
  verified: flag('Whether an administrator has marked it verified; never self-issued.'),
});

const digest = words('EIP-712 digest, which the passkey signs: 0x and 64 hex digits.');

export const permissionItem = Type.Object(
  {
    id: described(uuid, 'Name of the permission here.'),
    status: literals(['pending', 'active', 'expired', 'revoked'], {
      description:
        'Pending waits for the passkey; an expired one was never approved in time, or is past its expiry.',
    }),
    digest,
    ...contentFields,
    clientId: nullable(words('The app that holds it; null for none.')),
    app: nullable(appFace),
    summary,
    remaining: remainingList,
    createdAt: instant('When it was asked for.'),
    approveBy: instant('Until when a pending one can be approved.'),
    approvedAt: nullable(instant('When the passkey signed; null until then.')),
    endedAt: nullable(instant('When it was revoked; null when it was not.')),
    endReason: nullable(words('Who or what ended it; null when nobody did.')),
  },
  { title: 'Permission' },
);
export type PermissionItem = Static<typeof permissionItem>;

const ownerProof = Type.Object(
  {
    authenticatorData: hex('What the authenticator says of itself.'),
    clientDataTail: hex('clientDataJSON from the origin on; the contract writes what comes before.'),
    r: hex('r of the signature, 32 bytes.'),
    s: hex('s of the signature in the lower half, 32 bytes.'),
  },
  {
    title: 'OwnerProof',
    description: 'The argument `proof` of PermissionVerifier.approve; null until the owner has approved',
  },
);
const chainCall = Type.Object(
  { to: addressShown('The verifier'), data: hex('Call data of revoke(bytes32).') },
  { title: 'ChainCall', description: 'What the account itself must call to end the permission on the chain' },
);

export const permissionDetail = Type.Object(
  {
    ...permissionItem.properties,
    typedData,
    ownerProof: nullable(ownerProof),
    revokeCall: chainCall,
    redirectTo: Type.Optional(
      words('After an approval through the hosted page: where the user goes, with permission_id and state.'),
    ),
  },
  { title: 'PermissionDetail' },
);
export type PermissionDetail = Static<typeof permissionDetail>;

export const createdPermission = Type.Object(
  {
    id: described(uuid, 'Name of the permission here.'),
    status: literals(['pending'], { description: 'It waits for a passkey of its owner.' }),
    digest,
    typedData,
  },
  { title: 'CreatedPermission' },
);
