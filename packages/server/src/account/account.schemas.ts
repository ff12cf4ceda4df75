import { Type } from 'typebox';
import { assertionSchema } from '../credentials/index.ts';
import { pidSchema } from '../identity/index.ts';
import { schemas } from '../platform/http/index.ts';
import { operationStates } from '../relay/index.ts';

const address = schemas.text('^[1-9A-HJ-NP-Za-km-z]{32,44}$', 'must be a Solana address');
const asset = schemas.text(
  '^(SOL|[1-9A-HJ-NP-Za-km-z]{32,44})$',
  'must be SOL or the address of an SPL mint',
);
const expiry = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Unix seconds of chain time, at most 600 ahead',
});
const feePolicyVersion = Type.Integer({ minimum: 1, maximum: 4_294_967_295 });
const lamports = Type.Integer({ minimum: 0 });

const activationFields = {
  pid: pidSchema,
  status: schemas.literals(['funding_required', 'ready', 'activated']),
  smartAccountAddress: Type.String(),
  balanceLamports: lamports,
  requiredLamports: lamports,
  networkFeeLamports: lamports,
  protocolFeeBps: Type.Integer(),
  chainTime: Type.Integer(),
  treasury: Type.String(),
  feePolicyVersion: Type.Integer(),
  rpIdHash: Type.String(),
};

export const activationSchema = Type.Object(activationFields, { title: 'Activation' });
export const accountSchema = Type.Object(
  { ...activationFields, nonce: Type.String(), authorityCredentialId: schemas.nullable(Type.String()) },
  { title: 'Account' },
);

export const activationBody = Type.Object(
  { expiry, feePolicyVersion, quotedNetworkFeeLamports: schemas.u64String, assertion: assertionSchema },
  { title: 'ActivateRequest' },
);

export const quoteBody = Type.Object(
  { asset, to: Type.Optional(address) },
  { title: 'WithdrawQuoteRequest' },
);
export const quoteSchema = Type.Object(
  {
    networkFeeLamports: Type.String(),
    protocolFeeBps: Type.Integer(),
    feePolicyVersion: Type.Integer(),
    totalFeeLamports: Type.String({ description: 'Network fee and protocol fee' }),
    rentLamports: Type.String({
      description:
        "Rent of the receiver's token account when it has to be made: 0 when `to` has one, the most it can be without `to`",
    }),
    chainTime: Type.Integer(),
    treasury: Type.String(),
  },
  { title: 'WithdrawQuote' },
);

export const withdrawBody = Type.Object(
  {
    asset,
    to: address,
    amount: Type.String({
      ...schemas.u64String,
      description:
        'Base units; 18446744073709551615 is all that is left after fees (SPL: the whole token account)',
    }),
    nonce: schemas.u64String,
    expiry,
    feePolicyVersion,
    quotedNetworkFeeLamports: schemas.u64String,
    assertion: assertionSchema,
  },
  { title: 'WithdrawRequest' },
);
export const withdrawSchema = Type.Object(
  {
    signature: Type.String(),
    networkFeeLamports: Type.String(),
    protocolFeeLamports: Type.String(),
    status: schemas.literals(['confirmed']),
  },
  { title: 'Withdrawal' },
);

export const rotateBody = Type.Object(
  {
    oldCredentialId: schemas.base64url,
    newCredentialId: schemas.base64url,
    nonce: schemas.u64String,
    expiry,
    assertion: assertionSchema,
  },
  { title: 'RotateRequest' },
);
export const rotateSchema = Type.Object(
  { signature: Type.String(), status: schemas.literals(['confirmed']) },
  { title: 'Rotation' },
);

export const operationSchema = Type.Object(
  {
    id: schemas.uuid,
    kind: schemas.literals(['activate', 'withdraw', 'rotate', 'register_session', 'revoke_session']),
    state: schemas.literals(operationStates),
    signature: Type.String(),
    networkFeeLamports: Type.String(),
    protocolFeeLamports: Type.String(),
    amount: Type.Optional(
      Type.String({
        description: 'Base units that a withdrawal moved; absent until it is known what "everything" was',
      }),
    ),
    error: Type.Optional(Type.String()),
    createdAt: schemas.dateTime,
    confirmedAt: Type.Optional(schemas.dateTime),
  },
  { title: 'Operation' },
);

export const assetSchema = Type.Object(
  {
    asset: Type.String({ description: 'SOL, or the address of the mint' }),
    amount: Type.String({ description: 'Base units' }),
    decimals: Type.Integer(),
    movable: Type.Boolean(),
    reason: Type.Optional(Type.String({ description: 'Why it cannot be moved' })),
  },
  { title: 'Asset' },
);

export const certificateSchema = Type.Object(
  {
    pid: pidSchema,
    credentialId: Type.String(),
    authority: Type.String({ description: 'Compressed P-256 key, base64url' }),
    genesisHash: Type.String(),
    programId: Type.String(),
    accountId: Type.String({ description: 'sha256 of the pid, base64url' }),
    rpIdHash: Type.String(),
    registrar: Type.String(),
    issuedAt: Type.Integer({ description: 'Unix seconds; a later certificate outdoes an earlier one' }),
    signature: Type.String({ description: 'Ed25519 of the registrar, base64url' }),
  },
  { title: 'Certificate' },
);
