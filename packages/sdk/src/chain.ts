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

/** What `GET /v1/chain` says, as far as challenges need it. */
export interface ChainInfo {
  readonly genesisHash: string;
  readonly programId: string;
  readonly rpId: string;
}

export interface ChainAccount {
  /** 0x and 64 hexadecimal digits, as requests carry it. */
  readonly accountId: string;
  readonly vault: string;
}

/** Where a player's account lives on the chain; known before it is activated. */
export function chainAccount(chain: ChainInfo, pid: string): ChainAccount {
  const accountId = accountIdFromPid(pid);
  return {
    accountId: toPrefixedHex(accountId),
    vault: findVaultAddress(toAddress(chain.programId), accountId).address,
  };
}

/** When and in which order a challenge holds: fields of the request, as they are sent. */
export interface Moment {
  readonly nonce: string;
  /** Unix seconds of chain time, at most 600 ahead. */
  readonly expiry: number;
}

export interface Withdrawal extends Moment {
  readonly asset: string;
  readonly to: string;
  readonly amount: string;
  readonly feePolicyVersion: number;
}

export interface Activation {
  /** The passkey's compressed P-256 point, 33 bytes. */
  readonly authority: Uint8Array;
  readonly expiry: number;
  readonly feePolicyVersion: number;
}

export interface SessionRegistration {
  readonly sessionPubkey: string;
  readonly allowedProgram: string;
  readonly expiresAt: number;
  readonly recordedHasAuthority: boolean;
  readonly recordedAuthority?: string;
  readonly recordedSlot: string;
  readonly deadline: number;
  readonly nonce: string;
}

/** Every function here returns the 32 bytes that the passkey signs: the `challenge` of `navigator.credentials.get`. */
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

/** The same two values that `POST /v1/session-keys/grants/validate` answers, computed here. */
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
