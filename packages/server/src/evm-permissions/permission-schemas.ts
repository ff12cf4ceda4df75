import { PERIODS, type PermissionTypedData } from '@pid/protocol/evm';
import { Type, type Static } from 'typebox';
import { schemas } from '../platform/http/index.ts';
import { publicKeyRule } from './read-public-key.ts';

const uint256 = '(0|[1-9][0-9]{0,77})';
const addressText = schemas.text('^0x[0-9a-fA-F]{40}$', 'must be an address: 0x and 40 hex digits');
const hash32 = schemas.text('^0x[0-9a-fA-F]{64}$', 'must be 0x and 64 hex digits');
const amountText = schemas.text(`^${uint256}$`, 'must be a decimal string of base units');
const selectorText = schemas.text(
  '^0x[0-9a-fA-F]{8}$',
  'must be a function selector: 0x and 8 hex digits, no wildcard',
);
const tokenText = schemas.text(
  '^(native|0x[0-9a-fA-F]{40})$',
  'must be native or an address: 0x and 40 hex digits',
);
const unixSeconds = schemas.unixSeconds();
const hex = Type.String({ pattern: '^0x([0-9a-f]{2})*$' });
const period = schemas.literals(PERIODS);

/** The fields that an app may ask for, and that the digest is made of. */
export const permissionFields = {
  chainId: Type.Integer({ minimum: 1, maximum: 9_007_199_254_740_991 }),
  account: addressText,
  verifier: addressText,
  publicKey: Type.Unsafe<unknown>({
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
    'x-rule': publicKeyRule,
  }),
  calls: Type.Array(Type.Object({ to: addressText, selector: selectorText }), { minItems: 1, maxItems: 32 }),
  spend: Type.Array(Type.Object({ token: tokenText, limit: amountText, period }), { maxItems: 16 }),
  start: Type.Optional(unixSeconds),
  expiry: unixSeconds,
  salt: hash32,
};
export const permissionRequest = Type.Object(permissionFields, { title: 'PermissionRequest' });
export type PermissionRequest = Static<typeof permissionRequest>;

export const checkBody = Type.Object({
  to: addressText,
  value: amountText,
  data: schemas.text('^0x([0-9a-fA-F]{2})*$', 'must be 0x and pairs of hex digits', { maxLength: 60_000 }),
  token: Type.Optional(tokenText),
  amount: Type.Optional(amountText),
  nonce: Type.Optional(amountText),
  deadline: Type.Optional(unixSeconds),
  signature: Type.Optional(
    schemas.text('^0x[0-9a-fA-F]{128}$', 'must be r and s of the session key: 0x and 128 hex digits'),
  ),
});
export type CheckBody = Static<typeof checkBody>;

export const spendBody = Type.Object({ token: tokenText, amount: amountText });

const remaining = Type.Object(
  {
    token: Type.String(),
    period,
    limit: Type.String(),
    spent: Type.String(),
    remaining: Type.String(),
    resetsAt: schemas.dateTime,
  },
  { title: 'RemainingLimit' },
);
export const remainingList = Type.Array(remaining);
export type Remaining = Static<typeof remaining>;

export const typedDataSchema = Type.Unsafe<PermissionTypedData>({
  type: 'object',
  additionalProperties: true,
  title: 'Eip712TypedData',
  description: 'Takes eth_signTypedData_v4 as it is',
});

/** A permission in words that its owner understands before signing. */
export const summarySchema = Type.Object(
  {
    chain: Type.String(),
    calls: Type.Array(Type.String()),
    limits: Type.Array(Type.String()),
    times: Type.Array(Type.String()),
    warnings: Type.Array(Type.String()),
  },
  { title: 'PermissionSummary' },
);
export type Summary = Static<typeof summarySchema>;

const statusSchema = schemas.literals(['pending', 'active', 'expired', 'revoked']);

export const contentFields = {
  chainId: Type.Integer(),
  account: Type.String(),
  verifier: Type.String(),
  publicKey: Type.String(),
  calls: Type.Array(
    Type.Object({
      to: Type.String(),
      selector: Type.String(),
      function: schemas.nullable(Type.String()),
      counted: Type.Boolean(),
    }),
  ),
  spend: Type.Array(Type.Object({ token: Type.String(), limit: Type.String(), period })),
  start: Type.Integer(),
  expiry: Type.Integer(),
  salt: Type.String(),
};

export const appSchema = Type.Object({
  name: Type.String(),
  logoUrl: schemas.nullable(Type.String()),
  verified: Type.Boolean(),
});

export const permissionItem = Type.Object(
  {
    id: schemas.uuid,
    status: statusSchema,
    digest: Type.String(),
    ...contentFields,
    clientId: schemas.nullable(Type.String()),
    app: schemas.nullable(appSchema),
    summary: summarySchema,
    remaining: remainingList,
    createdAt: schemas.dateTime,
    approveBy: schemas.dateTime,
    approvedAt: schemas.nullable(schemas.dateTime),
    endedAt: schemas.nullable(schemas.dateTime),
    endReason: schemas.nullable(Type.String()),
  },
  { title: 'Permission' },
);
export type PermissionItem = Static<typeof permissionItem>;

const ownerProof = Type.Object(
  { authenticatorData: hex, clientDataTail: hex, r: hex, s: hex },
  { title: 'OwnerProof', description: 'The argument `proof` of PermissionVerifier.approve' },
);
const chainCall = Type.Object(
  { to: Type.String(), data: hex },
  { title: 'ChainCall', description: 'What the account itself must call to end the permission on the chain' },
);

export const permissionDetail = Type.Object(
  {
    ...permissionItem.properties,
    typedData: typedDataSchema,
    ownerProof: schemas.nullable(ownerProof),
    revokeCall: chainCall,
    redirectTo: Type.Optional(Type.String()),
  },
  { title: 'PermissionDetail' },
);
export type PermissionDetail = Static<typeof permissionDetail>;
