import { errors } from './declare.ts';

function grouped(value: string): string {
  return value.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

type ExpiryRefusal =
  | { readonly reason: 'passed'; readonly expiry: number; readonly chainTime: string }
  | { readonly reason: 'too_far'; readonly expiry: number; readonly chainTime: string };

const destinations = {
  own_vault: 'to is your own vault',
  wallet_program: 'to is an account of the wallet program',
  program: 'to is a program',
  mint: 'to is a mint, not a wallet',
  token_account: 'to is a token account, not a wallet: use the wallet that owns it',
};

const replacements = {
  not_active: 'newCredentialId is not an active passkey of this identity',
  already_authority: 'newCredentialId is already the authority',
  other_host: 'newCredentialId was registered for another host name',
  unproven: 'newCredentialId has not signed anything yet: sign in with it once, then rotate',
};

const assets = {
  token_2022: (mint: string) =>
    `${mint} is a Token-2022 mint, which is not supported: its tokens are listed but cannot be withdrawn`,
  not_a_mint: (mint: string) => `${mint} is not an SPL mint`,
  frozen: (mint: string) => `The vault's tokens of ${mint} are frozen by the freeze authority of their mint`,
};

/** Amounts are lamports, or base units of the mint if one is named. */
type BalanceRefusal =
  | {
      readonly reason: 'receiver_below_rent';
      readonly received: string;
      readonly minimum: string;
    }
  | {
      readonly reason: 'vault_too_little';
      readonly held: string;
      readonly needed: string;
      readonly amount: string;
      readonly networkFee: string;
      readonly protocolFee: string;
      /** Rent of the receiver's token account if it has to be created, otherwise 0. */
      readonly rent: string;
    }
  | {
      readonly reason: 'vault_dust';
      readonly rest: string;
      readonly minimum: string;
      /** Amount that empties the vault. */
      readonly all: string;
    }
  | {
      readonly reason: 'token_too_little';
      readonly mint: string;
      readonly held: string;
      readonly asked: string;
    }
  /** The request withdraws everything, but the tokens are in a token account other than the associated one. */
  | { readonly reason: 'token_apart'; readonly mint: string; readonly held: string }
  | { readonly reason: 'token_none'; readonly mint: string };

function balanceSentence(refusal: BalanceRefusal): string {
  switch (refusal.reason) {
    case 'receiver_below_rent':
      return `to would hold ${grouped(refusal.received)} lamports, less than the rent-exempt minimum of ${grouped(refusal.minimum)}`;
    case 'vault_too_little':
      return `The vault holds ${grouped(refusal.held)} lamports, ${grouped(refusal.needed)} are needed: amount ${grouped(refusal.amount)}, network fee ${grouped(refusal.networkFee)}, protocol fee ${grouped(refusal.protocolFee)}${refusal.rent === '0' ? '' : `, rent of a token account ${grouped(refusal.rent)}`}`;
    case 'vault_dust':
      return `The vault would be left with ${grouped(refusal.rest)} lamports, between zero and the rent-exempt minimum of ${grouped(refusal.minimum)}: withdraw ${grouped(refusal.all)} to empty it, or leave at least the minimum`;
    case 'token_too_little':
      return `The vault holds ${grouped(refusal.held)} base units of ${refusal.mint}, but ${grouped(refusal.asked)} were requested`;
    case 'token_apart':
      return `The vault's associated token account of ${refusal.mint} is empty, and a withdrawal of everything uses only that account: give the amount to withdraw from the account that holds ${grouped(refusal.held)} base units`;
    default:
      return `The vault holds no ${refusal.mint}`;
  }
}

export const accountErrors = errors({
  account_not_activated: {
    status: 400,
    meaning: 'The smart account is not activated',
    remedy:
      'Let the player activate the wallet on the wallet page, or open `/session`, which activates it on the way.',
  },
  expiry_refused: {
    status: 400,
    meaning: 'The authorization has expired, or expires more than 600 seconds ahead',
    remedy:
      'Sign again with an `expiry` of at most 600 seconds from now. Use the time of the chain, not the clock of the device.',
    sentence: ({ reason, expiry, chainTime }: ExpiryRefusal) =>
      reason === 'passed'
        ? `expiry ${expiry} has passed, chain time is ${chainTime}`
        : `expiry ${expiry} is more than 600 seconds after chain time ${chainTime}`,
  },
  wrong_nonce: {
    status: 400,
    meaning: 'The nonce is not the account’s current nonce: read the account and sign again',
    remedy: 'Read `GET /v1/account`, and sign again with its nonce.',
    sentence: ({ given, live }: { given: string; live: string }) =>
      `nonce ${given} is not the account's current nonce, which is ${live}`,
  },
  fee_policy_refused: {
    status: 400,
    meaning: 'The fee policy is unknown or no longer valid: request a new quote',
    remedy: 'Request a new quote, show it to the player, and sign again.',
    sentence: (context: { reason: 'superseded' | 'unknown'; version: number; current: number }) =>
      context.reason === 'superseded'
        ? `feePolicyVersion ${context.version} was superseded more than 600 seconds ago, the current one is ${context.current}`
        : `feePolicyVersion ${context.version} does not exist, the current one is ${context.current}`,
  },
  passkey_not_authority: {
    status: 400,
    meaning: 'This passkey is not the authority of the smart account',
    remedy: 'Sign with the passkey that `GET /v1/account` names as the authority.',
  },
  rotation_refused: {
    status: 400,
    meaning: 'The replacement passkey cannot become the authority: the message gives the reason',
    remedy: 'Choose another passkey: the message says what this one lacks.',
    sentence: ({ reason }: { reason: keyof typeof replacements }) => replacements[reason],
  },
  fee_drifted: {
    status: 400,
    meaning: 'The network fee is above 120% of the quoted fee: request a new quote',
    remedy: 'Request a new quote, show it to the player, and sign again.',
    sentence: ({ live, quoted }: { live: string; quoted: string }) =>
      `network fee rose to ${grouped(live)} lamports, above 120% of the quoted ${grouped(quoted)}`,
  },
  destination_refused: {
    status: 400,
    meaning: '`to` cannot receive a withdrawal: use the address of a wallet',
    remedy: 'Ask the player for the address of a wallet.',
    sentence: ({ reason }: { reason: keyof typeof destinations }) => destinations[reason],
  },
  asset_refused: {
    status: 400,
    meaning: 'The asset cannot be withdrawn: the message gives the reason',
    remedy: 'Withdraw another asset. Frozen tokens stay until their issuer thaws them.',
    sentence: ({ reason, mint }: { reason: keyof typeof assets; mint: string }) => assets[reason](mint),
  },
  balance_refused: {
    status: 400,
    meaning: 'The balance does not allow this withdrawal: the message gives the amounts',
    remedy: 'Withdraw one of the amounts that the message names.',
    sentence: balanceSentence,
  },
  activation_not_sold: {
    status: 400,
    meaning:
      'Activation cannot be paid in rupiah now: the service does not offer it, or the price of SOL is unknown. Send SOL to the account instead',
    remedy: 'Send SOL to the account: it is activated when enough has arrived. Or try again later.',
  },
  no_such_operation: {
    status: 404,
    meaning: 'No such operation',
    remedy: 'Check the id. A player sees only their own operations.',
  },
});

/** A `detail` is the chain's own text, in English. */
export const chainErrors = errors({
  chain_unavailable: {
    status: 503,
    meaning: 'Chain unavailable, try again',
    remedy: 'Try again in a few seconds, with the same request.',
  },
  program_not_ready: {
    status: 503,
    meaning: 'The wallet program is not set up on this chain',
    remedy: 'Try again later. The operator has to initialize the wallet program (`pid chain deploy`).',
  },
  airdrop_refused: {
    status: 400,
    meaning: 'The faucet refused, for example because a new account would be below the rent-exempt minimum',
    remedy:
      'Request enough lamports to keep the account rent-exempt. The message is the answer of the faucet.',
    sentence: ({ detail }: { detail: string }) => detail,
  },
  simulation_refused: {
    status: 400,
    meaning: 'The chain would refuse the transaction: the message contains its error',
    remedy: 'Read the chain’s error in the message, correct the transaction, and sign again.',
    sentence: ({ detail }: { detail: string }) => `The chain would refuse the transaction: ${detail}`,
  },
  not_confirmed_yet: {
    status: 504,
    message: 'Not confirmed yet, send the same request again',
    meaning:
      'The chain has not confirmed the transaction in time: send the same request again, which never makes a second transaction',
    remedy: 'Send exactly the same request again until it is final. Do not sign a new one.',
  },
  nonce_busy: {
    status: 409,
    meaning: 'Another operation with the same nonce is in progress: wait for its result',
    remedy: 'Wait until the running operation is final, then read the account and sign again.',
    sentence: ({ nonce }: { nonce: string }) =>
      `Another operation for nonce ${nonce} is in progress, wait for its result`,
  },
  operation_superseded: {
    status: 409,
    meaning: 'Another transaction on the chain has used the nonce: read the account and sign again',
    remedy: 'Read the account, check whether the money has moved, and sign again with the new nonce.',
    sentence: ({ nonce }: { nonce: string }) =>
      `Nonce ${nonce} was used by another transaction on the chain, this one moved nothing`,
  },
  operation_failed: {
    status: 400,
    meaning: 'The chain refused the transaction: the message contains its error',
    remedy: 'Read the chain’s error in the message, read the account, and sign again. Nothing was moved.',
    sentence: ({ detail }: { detail: string }) => `The chain refused the transaction: ${detail}`,
  },
  relay_identity_cap: {
    status: 429,
    message: 'ThrottlerException: Too Many Requests',
    meaning:
      'The caller has used up today’s sponsored operations: wait for the number of seconds in `Retry-After`',
    remedy: 'Wait for the number of seconds in `Retry-After`.',
  },
  relay_global_cap: {
    status: 503,
    meaning: 'The service’s sponsorship for today is used up, try again tomorrow',
    remedy: 'Try again tomorrow. Players can always leave without the service with the exit tool.',
  },
  relayer_balance_low: {
    status: 503,
    meaning: 'The relayer has too little SOL, try again later',
    remedy: 'Try again later. The operator has to add SOL to the relayer.',
  },
});
