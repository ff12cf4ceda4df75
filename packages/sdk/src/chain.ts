import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  challengeFor,
  findSessionAddress,
  findVaultAddress,
  rpIdHashFromRpId,
  toAddress,
  toBytes32,
  toPrefixedHex,
  type Address,
  type Bytes32,
  type Intent,
} from '@pid/protocol';

/** The fields of `GET /v1/chain` that challenges need. */
export interface ChainInfo {
  readonly genesisHash: string;
  readonly programId: string;
  readonly rpId: string;
}

/** Identifiers of a player's smart account. */
export interface ChainAccount {
  /** 0x and 64 hexadecimal digits, the format of API requests. */
  readonly accountId: string;
  /** Address that holds the player's coins. */
  readonly vault: string;
}

/** Computes the identifiers of a player's smart account. They are valid before the account is activated. */
export function chainAccount(chain: ChainInfo, pid: string): ChainAccount {
  const accountId = accountIdFromPid(pid);
  return {
    accountId: toPrefixedHex(accountId),
    vault: findVaultAddress(toAddress(chain.programId), accountId).address,
  };
}

/** Nonce and expiry of a challenge. Send the same values in the request. */
export interface Moment {
  /** Current nonce of the smart account. */
  readonly nonce: string;
  /** Unix timestamp in seconds on the chain's clock, at most 600 seconds ahead. */
  readonly expiry: number;
}

/** Fields of a withdrawal. Send the same values in the request. */
export interface Withdrawal extends Moment {
  /** `SOL`, or the mint address of a token. */
  readonly asset: string;
  /** Address of the receiver. */
  readonly to: string;
  /** Amount in base units, as a decimal string. */
  readonly amount: string;
  readonly feePolicyVersion: number;
}

/** Fields of an activation. Send the same values in the request. */
export interface Activation {
  /** Compressed P-256 public key of the passkey, 33 bytes. */
  readonly authority: Uint8Array;
  /** Unix timestamp in seconds on the chain's clock, at most 600 seconds ahead. */
  readonly expiry: number;
  readonly feePolicyVersion: number;
}

/** Fields of `POST /v1/session-keys/grants`. */
export interface SessionRegistration {
  /** Ed25519 public key of the session (base58). */
  readonly sessionPubkey: string;
  /** Address of the only game program that the session can call. */
  readonly allowedProgram: string;
  /** Expiry of the session, Unix timestamp in seconds, at most 24 hours ahead. */
  readonly expiresAt: number;
  /** Whether the game program has an upgrade authority. */
  readonly recordedHasAuthority: boolean;
  /** Upgrade authority of the game program. Required if `recordedHasAuthority` is true. */
  readonly recordedAuthority?: string;
  /** Slot of the game program's last deployment. */
  readonly recordedSlot: string;
  /** Expiry of the challenge, Unix timestamp in seconds on the chain's clock. */
  readonly deadline: number;
  /** Current nonce of the smart account. */
  readonly nonce: string;
}

/** Returns the 32-byte challenge for a withdrawal. Pass it as `challenge` to `navigator.credentials.get`. */
export function withdrawalChallenge(chain: ChainInfo, pid: string, body: Withdrawal): Uint8Array {
  const mint = body.asset === 'SOL' ? null : toAddress(body.asset);
  return challenge(chain, pid, body, {
    action: 'withdraw',
    mint,
    destination: toAddress(body.to),
    amount: BigInt(body.amount),
    feePolicyVersion: body.feePolicyVersion,
  });
}

/** Returns the 32-byte challenge for the activation of a wallet. Pass it as `challenge` to `navigator.credentials.get`. */
export function activationChallenge(chain: ChainInfo, pid: string, body: Activation): Uint8Array {
  const authority = brandPasskeyPoint(body.authority);
  return challenge(
    chain,
    pid,
    { nonce: '0', expiry: body.expiry },
    {
      action: 'activate',
      authority,
      rpIdHash: rpIdHashFromRpId(chain.rpId),
      feePolicyVersion: body.feePolicyVersion,
    },
  );
}

/** Returns the 32-byte challenge for a rotation to a new passkey. Pass it as `challenge` to `navigator.credentials.get`. */
export function rotationChallenge(
  chain: ChainInfo,
  pid: string,
  body: Moment & { readonly newAuthority: Uint8Array },
): Uint8Array {
  return challenge(chain, pid, body, {
    action: 'rotate',
    newAuthority: brandPasskeyPoint(body.newAuthority),
    newRpIdHash: rpIdHashFromRpId(chain.rpId),
  });
}

/**
 * Computes the session address and the challenge of a session grant locally. `sessionAddress` and `registerPayload` equal
 * the response of `POST /v1/session-keys/grants/validate`. Pass `challenge` to `navigator.credentials.get`.
 */
export function sessionGrant(
  chain: ChainInfo,
  pid: string,
  body: SessionRegistration,
): { sessionAddress: string; registerPayload: string; challenge: Uint8Array } {
  const { program, vault } = placeOf(chain, pid);
  if (body.recordedHasAuthority && body.recordedAuthority === undefined)
    throw new RangeError('recordedAuthority is required when recordedHasAuthority is true');
  const sessionPubkey = toAddress(body.sessionPubkey);
  const signed = challenge(
    chain,
    pid,
    { nonce: body.nonce, expiry: body.deadline },
    {
      action: 'registerSession',
      sessionPubkey,
      allowedProgram: toAddress(body.allowedProgram),
      expiresAt: BigInt(body.expiresAt),
      recordedAuthority:
        body.recordedHasAuthority && body.recordedAuthority !== undefined
          ? toAddress(body.recordedAuthority)
          : null,
      recordedSlot: BigInt(body.recordedSlot),
    },
  );
  return {
    sessionAddress: findSessionAddress(program, vault, sessionPubkey).address,
    registerPayload: toPrefixedHex(signed),
    challenge: signed,
  };
}

/** Returns the 32-byte challenge for the revocation of a session. Pass it as `challenge` to `navigator.credentials.get`. */
export function sessionRevocationChallenge(
  chain: ChainInfo,
  pid: string,
  body: { readonly sessionAddress: string; readonly deadline: number; readonly nonce: string },
): Uint8Array {
  return challenge(
    chain,
    pid,
    { nonce: body.nonce, expiry: body.deadline },
    { action: 'revokeSession', session: toAddress(body.sessionAddress) },
  );
}

function challenge(chain: ChainInfo, pid: string, moment: Moment, intent: Intent): Uint8Array {
  const { program, accountId, vault } = placeOf(chain, pid);
  const genesisHash = toBytes32(addressBytes(toAddress(chain.genesisHash)));
  return challengeFor(
    { genesisHash, program, accountId, vault, nonce: BigInt(moment.nonce), expiry: BigInt(moment.expiry) },
    intent,
  );
}

function placeOf(chain: ChainInfo, pid: string): { program: Address; accountId: Bytes32; vault: Address } {
  const program = toAddress(chain.programId);
  const accountId = accountIdFromPid(pid);
  return { program, accountId, vault: findVaultAddress(program, accountId).address };
}
