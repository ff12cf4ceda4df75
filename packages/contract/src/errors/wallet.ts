import { errors } from './declare.ts';

/** Chain amounts, nonces and times in contexts are decimal strings; 12400 reads as 12,400 in a sentence. */
function grouped(value: string): string {
  return value.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

type ExpiryRefusal =
  | { readonly reason: 'passed'; readonly expiry: number; readonly chainTime: string }
  | { readonly reason: 'too_far'; readonly expiry: number; readonly chainTime: string };

const destinations = {
  own_vault: 'to is the own vault',
  wallet_program: 'to is an account of the wallet program',
  program: 'to is a program',
  mint: 'to is a mint, not a wallet',
  token_account: 'to is a token account, not a wallet: give the wallet that owns it',
};

const replacements = {
  not_active: 'newCredentialId is not an active passkey of this identity',
  already_authority: 'newCredentialId is the authority already',
  other_host: 'newCredentialId was registered for another host name',
  unproven: 'newCredentialId has proven nothing yet: sign in with it once, then rotate',
};

const assets = {
  token_2022: (mint: string) =>
    `${mint} is a Token-2022 mint, which is not supported: its tokens can be seen but not moved`,
  not_a_mint: (mint: string) => `${mint} is not an SPL mint`,
  frozen: (mint: string) => `The vault's tokens of ${mint} are frozen by the freeze authority of their mint`,
};

/** Lamports where no mint is named, else base units of the mint. */
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
      /** Of the receiver's token account, when it has to be made; else 0. */
      readonly rent: string;
    }
  | {
      readonly reason: 'vault_dust';
      readonly rest: string;
      readonly minimum: string;
      /** What would empty the vault. */
      readonly all: string;
    }
  | {
      readonly reason: 'token_too_little';
      readonly mint: string;
      readonly held: string;
      readonly asked: string;
    }
  /** Everything was asked for, and what there is lies in a token account that is not the associated one. */
  | { readonly reason: 'token_apart'; readonly mint: string; readonly held: string }
  | { readonly reason: 'token_none'; readonly mint: string };

function balanceSentence(refusal: BalanceRefusal): string {
  switch (refusal.reason) {
    case 'receiver_below_rent':
      return `to would hold ${grouped(refusal.received)} lamports, less than the rent-exempt minimum of ${grouped(refusal.minimum)}`;
    case 'vault_too_little':
      return `The vault holds ${grouped(refusal.held)} lamports, ${grouped(refusal.needed)} are needed: amount ${grouped(refusal.amount)}, network fee ${grouped(refusal.networkFee)}, protocol fee ${grouped(refusal.protocolFee)}${refusal.rent === '0' ? '' : `, rent of a token account ${grouped(refusal.rent)}`}`;
    case 'vault_dust':
      return `The vault would be left with ${grouped(refusal.rest)} lamports, between zero and the rent-exempt minimum of ${grouped(refusal.minimum)}: take ${grouped(refusal.all)} to empty it or leave the minimum`;
    case 'token_too_little':
      return `The vault holds ${grouped(refusal.held)} base units of ${refusal.mint}, ${grouped(refusal.asked)} were asked for`;
    case 'token_apart':
      return `The vault's associated token account of ${refusal.mint} is empty, and everything is taken from that one alone: name the amount to take from the account that holds ${grouped(refusal.held)} base units`;
    default:
      return `The vault holds nothing of ${refusal.mint}`;
  }
}

export const accountErrors = errors({
  account_not_activated: { status: 400, meaning: 'The smart account is not activated' },
  expiry_refused: {
    status: 400,
    meaning: 'The authorization has expired or lies too far ahead',
    sentence: ({ reason, expiry, chainTime }: ExpiryRefusal) =>
      reason === 'passed'
        ? `expiry ${expiry} has passed, chain time is ${chainTime}`
        : `expiry ${expiry} is more than 600 seconds after chain time ${chainTime}`,
  },
  wrong_nonce: {
    status: 400,
    meaning: 'The nonce is not the account’s',
    sentence: ({ given, live }: { given: string; live: string }) =>
      `nonce ${given} is not the account's, which is ${live}`,
  },
  fee_policy_refused: {
    status: 400,
    meaning: 'The fee policy is unknown or no longer valid',
    sentence: (context: { reason: 'superseded' | 'unknown'; version: number; current: number }) =>
      context.reason === 'superseded'
        ? `feePolicyVersion ${context.version} was superseded more than 600 seconds ago, the current one is ${context.current}`
        : `feePolicyVersion ${context.version} does not exist, the current one is ${context.current}`,
  },
  passkey_not_authority: { status: 400, meaning: 'This passkey is not the authority of the smart account' },
  rotation_refused: {
    status: 400,
    meaning: 'The replacement passkey cannot become the authority',
    sentence: ({ reason }: { reason: keyof typeof replacements }) => replacements[reason],
  },
  fee_drifted: {
    status: 400,
    meaning: 'The network fee is more than 120 % of the quoted one',
    sentence: ({ live, quoted }: { live: string; quoted: string }) =>
      `network fee rose to ${grouped(live)} lamports, more than 120 % of the quoted ${grouped(quoted)}`,
  },
  destination_refused: {
    status: 400,
    meaning: 'Nothing can be sent to this address',
    sentence: ({ reason }: { reason: keyof typeof destinations }) => destinations[reason],
  },
  asset_refused: {
    status: 400,
    meaning: 'The asset cannot be moved',
    sentence: ({ reason, mint }: { reason: keyof typeof assets; mint: string }) => assets[reason](mint),
  },
  balance_refused: {
    status: 400,
    meaning: 'The balance does not allow it',
    sentence: balanceSentence,
  },
  no_such_operation: { status: 404, meaning: 'No such operation' },
});

/** `detail` is what the chain itself says, in English. */
export const chainErrors = errors({
  chain_unavailable: { status: 503, meaning: 'Chain unavailable, try again' },
  program_not_ready: { status: 503, meaning: 'The wallet program is not set up on this chain' },
  airdrop_refused: {
    status: 400,
    meaning: 'The faucet refused, for example because a new account would be below the rent-exempt minimum',
    sentence: ({ detail }: { detail: string }) => detail,
  },
  simulation_refused: {
    status: 400,
    meaning: 'The chain would refuse the transaction',
    sentence: ({ detail }: { detail: string }) => `The chain would refuse the transaction: ${detail}`,
  },
  not_confirmed_yet: { status: 504, meaning: 'Not confirmed yet, send the same request again' },
  nonce_busy: {
    status: 409,
    meaning: 'Another operation for the same nonce is under way',
    sentence: ({ nonce }: { nonce: string }) =>
      `Another operation for nonce ${nonce} is under way, wait for its outcome`,
  },
  operation_superseded: {
    status: 409,
    meaning: 'The nonce was taken on chain by another transaction',
    sentence: ({ nonce }: { nonce: string }) =>
      `Nonce ${nonce} was taken on chain by another transaction, nothing was moved by this one`,
  },
  operation_failed: {
    status: 400,
    meaning: 'The chain refused the transaction',
    sentence: ({ detail }: { detail: string }) => `The chain refused the transaction: ${detail}`,
  },
  /** The caller's own cap of the day; `Retry-After` says when it ends. */
  relay_identity_cap: { status: 429, meaning: 'ThrottlerException: Too Many Requests' },
  relay_global_cap: {
    status: 503,
    meaning: 'The service has sponsored what it may for today, try again tomorrow',
  },
  relayer_balance_low: { status: 503, meaning: 'The relayer is short of funds, try again later' },
});
