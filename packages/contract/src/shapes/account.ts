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
  rupiah,
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
  description: '`SOL`, or the address of an SPL mint (base58).',
});
export const expiry = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    'Chain time at which the signed request expires, unix timestamp in seconds, at most 600 seconds ahead.',
});
const signedPolicyVersion = Type.Integer({
  minimum: 1,
  maximum: 4_294_967_295,
  description: 'Signed version of the fee policy, which determines the protocol fee.',
});
const quotedNetworkFeeLamports = u64(
  'Quoted network fee in lamports, as a reference for the drift check; not a maximum',
);
const lamports = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in lamports.` });

const activationFields = {
  pid,
  status: literals(['funding_required', 'ready', 'activated'], {
    description:
      '`funding_required`: the vault holds less than the activation needs. `ready`: it holds enough. `activated`: the account is activated.',
  }),
  smartAccountAddress: address('Address of the smart account'),
  balanceLamports: lamports('Current balance of the vault'),
  requiredLamports: lamports('Total cost of the activation: rent plus network fee plus protocol fee'),
  networkFeeLamports: lamports('Estimated network fee'),
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
    nonce: words('Nonce that the next operation signs. A decimal string.'),
    authorityCredentialId: nullable(
      words(
        'WebAuthn credential id of the passkey that is the authority; null before the activation, or if the authority is a passkey that this service does not know.',
      ),
    ),
  },
  { title: 'Account' },
);

export const activationBody = Type.Object(
  {
    expiry,
    feePolicyVersion: signedPolicyVersion,
    quotedNetworkFeeLamports,
    assertion,
    payWith: Type.Optional(
      literals(['rupiah'], {
        description:
          'Pays for the activation from the caller’s rupiah balance instead of the vault’s SOL. Needs `expectedPrice`. If absent, the vault or a sponsor pays.',
      }),
    ),
    expectedPrice: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Price that the player agreed to, in rupiah: `price` of GET /v1/account/activation-price. If the price is different now, the request is refused with `quote_changed`. Only with `payWith`.',
      }),
    ),
  },
  { title: 'ActivateRequest' },
);

/** What a Solana Pay request asks for beside the transfer. The limits are those of `transferNoteBytes` in @pid/protocol. */
const transferNote = {
  memo: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 160,
      description:
        'Text that the transaction writes into the chain with the Memo program: the `memo` of a Solana Pay request. It is public, and the passkey does not sign it. At most 160 bytes in UTF-8, minus 33 for each reference.',
    }),
  ),
  references: Type.Optional(
    Type.Array(solanaAddress('Key by which the receiver finds the transaction'), {
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
      description:
        'Keys that the transaction mentions, in this order, so that their owner finds it: each `reference` of a Solana Pay request. The passkey does not sign them.',
    }),
  ),
};

export const quoteBody = Type.Object(
  {
    asset: assetName,
    to: Type.Optional(solanaAddress('Address of the destination wallet; with it the quote is exact')),
    ...transferNote,
  },
  { title: 'WithdrawQuoteRequest' },
);
export const quote = Type.Object(
  {
    networkFeeLamports: lamportsText('Estimated network fee'),
    protocolFeeBps,
    feePolicyVersion,
    totalFeeLamports: lamportsText('Network fee plus protocol fee at the time of the quote, for information'),
    rentLamports: lamportsText(
      "Rent of the receiver's token account if it has to be created (0 if `to` already has one, the maximum if `to` is absent)",
    ),
    chainTime,
    treasury,
  },
  { title: 'WithdrawQuote' },
);

export const withdrawBody = Type.Object(
  {
    asset: assetName,
    to: solanaAddress('Address of the destination wallet, not of a program, a token account or a mint'),
    toPid: Type.Optional(
      described(
        pid,
        'Player whose wallet `to` is; lists and notices then show the name instead of the address.',
      ),
    ),
    amount: u64(
      'Amount in base units. 18446744073709551615 withdraws everything that is left after fees (for SPL tokens, the whole associated token account)',
    ),
    ...transferNote,
    nonce,
    expiry,
    feePolicyVersion: signedPolicyVersion,
    quotedNetworkFeeLamports,
    assertion,
  },
  { title: 'WithdrawRequest' },
);
/** The program makes the smart account reimburse the relayer for the rent of a withdrawal. */
const paidRent =
  "Rent that the smart account paid, in addition to the fees, to create the receiver's token account, in lamports. A decimal string. 0 for SOL, and if the receiver already had that account when the transaction was prepared.";
export const withdrawal = Type.Object(
  {
    signature,
    networkFeeLamports: lamportsText('Network fee that the smart account reimbursed to the relayer'),
    protocolFeeLamports: lamportsText('Protocol fee that was paid to the treasury'),
    rentLamports: words(paidRent),
    status: confirmed,
  },
  { title: 'Withdrawal' },
);

export const rotateBody = Type.Object(
  {
    oldCredentialId: described(base64url, 'WebAuthn credential id of the current authority.'),
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
    id: described(uuid, 'Id of the operation.'),
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
      {
        description:
          '`activate`: activation of the account. `withdraw`: withdrawal. `rotate`: rotation of the authority. `register_session`, `revoke_session`: start and end of a game session. `set_recovery_policy`, `vote_recovery`, `cancel_recovery`, `finish_recovery`: steps of a recovery.',
      },
    ),
    state: literals(operationStates, {
      description:
        '`prepared`: may have been sent. `confirmed`: on the chain, but a fork can still drop it. `finalized`: on the chain permanently. `failed`: on the chain without effect. `expired`: can no longer reach the chain. `superseded`: another transaction used its nonce. The last four are final.',
    }),
    signature,
    networkFeeLamports: lamportsText('Attested network fee'),
    protocolFeeLamports: lamportsText('Protocol fee that was paid to the treasury'),
    rentLamports: Type.Optional(
      words(`${paidRent} Absent for other kinds, and until the chain has confirmed the operation.`),
    ),
    amount: Type.Optional(
      words(
        'Amount that a withdrawal moved, in base units. Absent for other kinds, and for a withdrawal of everything until the amount is known.',
      ),
    ),
    price: Type.Optional(
      rupiah(
        'Price in rupiah that the player paid for the activation from the balance. It came back if the operation `failed`, `expired` or was `superseded`. Absent for other kinds, and if the vault or a sponsor paid.',
      ),
    ),
    error: Type.Optional(words('Error of the chain, in English. Absent if there is none.')),
    createdAt: instant('Time of the request.'),
    confirmedAt: Type.Optional(
      instant('Time at which the chain confirmed the operation. Absent until then.'),
    ),
  },
  { title: 'Operation' },
);

export const transfer = Type.Object(
  {
    signature,
    at: nullable(instant('Time of the block; null if the node does not report it.')),
    state: literals(['confirmed', 'finalized'], {
      description: '`confirmed`: a fork can still drop it. `finalized`: permanent.',
    }),
    changes: Type.Array(
      Type.Object({
        asset: words('`SOL`, or the address of the mint (base58).'),
        direction: literals(['in', 'out'], { description: '`in`: received. `out`: sent.' }),
        amount: words('Amount in base units, including fees that the vault paid. A decimal string.'),
        decimals: integer('Number of decimal places of the asset.'),
        counterparty: nullable(
          words(
            'Address of the wallet that sent or received most of it (base58); null if there is none, for example for a fee.',
          ),
        ),
        pid: nullable(
          words(
            'Player whose wallet `counterparty` is, if the caller has sent to the player by name, or has exchanged rupiah with the player; otherwise null.',
          ),
        ),
      }),
      { description: 'Changes to the assets of the smart account, tokens first.' },
    ),
  },
  { title: 'Transfer' },
);

export const asset = Type.Object(
  {
    asset: words('`SOL`, or the address of the mint (base58).'),
    amount: words('Amount in base units. A decimal string.'),
    decimals: integer('Number of decimal places of the asset.'),
    token: Type.Optional(
      Type.Object(
        {
          name: words('Name of the token, at most 32 characters; empty if it has only a symbol.'),
          symbol: words('Symbol of the token, at most 12 characters; empty if it has only a name.'),
          verified: flag(
            'Whether the mint is on the service’s short list of known mints. If not, the maker of the token chose name and symbol: anyone can call a token USDC. Always show the address of the mint with them.',
          ),
        },
        {
          description:
            'Name of the token from the metadata of its mint (Token-2022 or Metaplex), without control and bidirectional characters. Absent for SOL, and if the mint has no metadata.',
        },
      ),
    ),
    unsolicited: flag(
      'Whether the mint is neither known to the service nor was ever withdrawn by the player. Strangers send such tokens to advertise or to deceive.',
    ),
    movable: flag('Whether the asset can be withdrawn.'),
    reason: Type.Optional(words('Why the asset cannot be withdrawn, in English. Absent if it can.')),
    refused: Type.Optional(
      literals(['token_2022', 'frozen'], {
        description:
          'Machine-readable form of `reason`. `token_2022`: a Token-2022 mint, which is not supported. `frozen`: frozen by the freeze authority of the mint.',
      }),
    ),
  },
  { title: 'Asset' },
);

export const certificate = Type.Object(
  {
    pid,
    credentialId: words('WebAuthn credential id of the passkey that the certificate is for.'),
    authority: words('Compressed P-256 key of that passkey, in unpadded base64url.'),
    genesisHash,
    programId: address('Address of the wallet program'),
    accountId: words('sha256 of the pid, in unpadded base64url.'),
    rpIdHash,
    registrar: address('Public key of the registrar, which signed the certificate'),
    issuedAt: integer(
      'Time of issue, unix timestamp in seconds. A later certificate replaces an earlier one.',
    ),
    signature: words('Ed25519 signature of the registrar, in unpadded base64url.'),
  },
  { title: 'Certificate' },
);
