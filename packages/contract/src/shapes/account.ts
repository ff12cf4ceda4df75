import { Type } from 'typebox';
import {
  base64url,
  described,
  flag,
  instant,
  integer,
  literals,
  nullable,
  pid,
  text,
  uuid,
  words,
} from '../schemas.ts';
import {
  address,
  chainTime,
  confirmed,
  feePolicyVersion,
  genesisHash,
  lamportsText,
  nonce,
  protocolFeeBps,
  rpIdHash,
  signature,
  solanaAddress,
  treasury,
  u64,
} from './chain.ts';
import { assertion } from './passkeys.ts';

const assetName = text('^(SOL|[1-9A-HJ-NP-Za-km-z]{32,44})$', 'must be SOL or the address of an SPL mint', {
  description: 'The literal SOL, or the address of an SPL mint (base58).',
});
export const expiry = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Until when the signed request is good: unix seconds of chain time, at most 600 ahead.',
});
const signedPolicyVersion = Type.Integer({
  minimum: 1,
  maximum: 4_294_967_295,
  description: 'Signed fee-policy version that selects the fixed protocol percentage.',
});
const quotedNetworkFeeLamports = u64(
  'Quoted network fee the client signed against, in lamports (drift reference, not a cap)',
);
const lamports = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in lamports.` });

const activationFields = {
  pid,
  status: literals(['funding_required', 'ready', 'activated'], {
    description: 'Funding required: the vault holds less than activation needs; ready: it holds enough.',
  }),
  smartAccountAddress: address('Address of the smart account'),
  balanceLamports: lamports('Current balance'),
  requiredLamports: lamports('Total that activation requires: rent plus network fee plus protocol fee'),
  networkFeeLamports: lamports('Realtime network-cost estimate the backend will attest near'),
  protocolFeeBps,
  chainTime,
  treasury,
  feePolicyVersion,
  rpIdHash,
};

export const activation = Type.Object(activationFields, { title: 'Activation' });
export const account = Type.Object(
  {
    ...activationFields,
    nonce: words('What the next operation signs against: a decimal string.'),
    authorityCredentialId: nullable(
      words(
        'WebAuthn credential id of the passkey that controls the account; null before activation, or when it is none of ours.',
      ),
    ),
  },
  { title: 'Account' },
);

export const activationBody = Type.Object(
  { expiry, feePolicyVersion: signedPolicyVersion, quotedNetworkFeeLamports, assertion },
  { title: 'ActivateRequest' },
);

export const quoteBody = Type.Object(
  { asset: assetName, to: Type.Optional(solanaAddress('Destination; with it the quote is exact')) },
  { title: 'WithdrawQuoteRequest' },
);
export const quote = Type.Object(
  {
    networkFeeLamports: lamportsText('Realtime network-cost estimate the backend will attest near'),
    protocolFeeBps,
    feePolicyVersion,
    totalFeeLamports: lamportsText('Network fee plus protocol fee at quote time, informational'),
    rentLamports: lamportsText(
      "Rent of the receiver's token account when it has to be made: 0 when `to` has one, the most it can be without `to`",
    ),
    chainTime,
    treasury,
  },
  { title: 'WithdrawQuote' },
);

export const withdrawBody = Type.Object(
  {
    asset: assetName,
    to: solanaAddress('Destination: a wallet, neither a program nor a token account nor a mint'),
    amount: u64(
      'Base units; 18446744073709551615 is all that is left after fees (SPL: all of the associated token account)',
    ),
    nonce,
    expiry,
    feePolicyVersion: signedPolicyVersion,
    quotedNetworkFeeLamports,
    assertion,
  },
  { title: 'WithdrawRequest' },
);
/** The smart account alone pays rent for a withdrawal: the program makes it reimburse the relayer. */
const paidRent =
  "Rent that the smart account paid, beside the fees, to create the receiver's token account, in lamports: a decimal string. 0 for SOL, and if the receiver had that account when the transaction was prepared.";
export const withdrawal = Type.Object(
  {
    signature,
    networkFeeLamports: lamportsText('What the network cost, reimbursed to the relayer'),
    protocolFeeLamports: lamportsText('What the treasury took'),
    rentLamports: words(paidRent),
    status: confirmed,
  },
  { title: 'Withdrawal' },
);

export const rotateBody = Type.Object(
  {
    oldCredentialId: described(base64url, 'WebAuthn credential id of the current signing authority.'),
    newCredentialId: described(base64url, 'WebAuthn credential id of the registered replacement.'),
    nonce,
    expiry,
    assertion,
  },
  { title: 'RotateRequest' },
);
export const rotation = Type.Object({ signature, status: confirmed }, { title: 'Rotation' });

const operationStates = ['prepared', 'confirmed', 'finalized', 'failed', 'expired', 'superseded'] as const;

export const operation = Type.Object(
  {
    id: described(uuid, 'Name of the operation here.'),
    kind: literals(
      [
        'activate',
        'withdraw',
        'rotate',
        'register_session',
        'revoke_session',
        'set_recovery_policy',
        'vote_recovery',
        'cancel_recovery',
        'finish_recovery',
      ],
      { description: 'What it does.' },
    ),
    state: literals(operationStates, {
      description:
        'Prepared may have been sent; confirmed may still be dropped by a fork; the others are final: finalized landed, failed landed without effect, expired never can land, superseded lost its nonce to another transaction.',
    }),
    signature,
    networkFeeLamports: lamportsText('What the network cost, as attested'),
    protocolFeeLamports: lamportsText('What the treasury took'),
    rentLamports: Type.Optional(
      words(`${paidRent} Absent for other kinds, and until the chain has confirmed it.`),
    ),
    amount: Type.Optional(
      words('Base units that a withdrawal moved; absent until it is known what "everything" was.'),
    ),
    error: Type.Optional(words('What the chain said against it, in English.')),
    createdAt: instant('When it was asked for.'),
    confirmedAt: Type.Optional(instant('When the chain had confirmed it.')),
  },
  { title: 'Operation' },
);

export const transfer = Type.Object(
  {
    signature,
    at: nullable(instant('When it was put into a block; null when the node does not tell.')),
    state: literals(['confirmed', 'finalized'], { description: 'Confirmed may still be dropped by a fork.' }),
    changes: Type.Array(
      Type.Object({
        asset: words('SOL, or the address of the mint (base58).'),
        direction: literals(['in', 'out'], { description: 'Whether it came or went.' }),
        amount: words('Base units: a decimal string. Fees that the vault paid are in it.'),
        decimals: integer('How many digits of the amount stand behind the point.'),
        counterparty: nullable(
          words('The wallet that gave or got most of it; null where nobody else did, as with a fee.'),
        ),
      }),
      { description: 'What it changed of what the smart account holds; tokens first.' },
    ),
  },
  { title: 'Transfer' },
);

export const asset = Type.Object(
  {
    asset: words('SOL, or the address of the mint (base58).'),
    amount: words('Base units: a decimal string.'),
    decimals: integer('How many digits of the amount stand behind the point.'),
    movable: flag('Whether a withdrawal can move it.'),
    reason: Type.Optional(words('Why it cannot be moved, in English.')),
    refused: Type.Optional(
      literals(['token_2022', 'frozen'], {
        description:
          'The same as a word for programs: a Token-2022 mint, or frozen by the freeze authority of its mint.',
      }),
    ),
  },
  { title: 'Asset' },
);

export const certificate = Type.Object(
  {
    pid,
    credentialId: words('WebAuthn credential id of the passkey that it is for.'),
    authority: words('Compressed P-256 key of that passkey, unpadded base64url.'),
    genesisHash,
    programId: address('The wallet program'),
    accountId: words('sha256 of the pid, unpadded base64url.'),
    rpIdHash,
    registrar: address('Who signed it'),
    issuedAt: integer('Unix seconds; a later certificate outdoes an earlier one.'),
    signature: words('Ed25519 signature of the registrar, unpadded base64url.'),
  },
  { title: 'Certificate' },
);
