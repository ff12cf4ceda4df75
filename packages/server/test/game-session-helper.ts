import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { accountIdFromPid, addressFromBytes, toAddress, toPrefixedHex, type Address } from '@pid/protocol';
import { expect } from 'vitest';
import { signIntent, type WalletOwner } from './account-helper.ts';

export const grantsPath = '/v1/session-keys/grants';

export interface SessionKey {
  readonly address: Address;
  readonly key: KeyObject;
}

export function newSessionKey(): SessionKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    address: addressFromBytes(publicKey.export({ format: 'der', type: 'spki' }).subarray(12)),
    key: privateKey,
  };
}

async function grantBody(
  owner: WalletOwner,
  program: Address,
  session: Pick<SessionKey, 'address'>,
  changes: Record<string, unknown>,
) {
  const [account, live] = await Promise.all([
    owner.client.call('getAccount'),
    owner.client.call('getGameProgram', { program }),
  ]);
  return {
    vault: owner.vault as string,
    accountId: toPrefixedHex(accountIdFromPid(owner.pid)),
    sessionPubkey: session.address as string,
    allowedProgram: program as string,
    expiresAt: account.chainTime + 3600,
    recordedHasAuthority: live.hasAuthority,
    ...(live.authority ? { recordedAuthority: live.authority } : {}),
    recordedSlot: live.slot,
    deadline: account.chainTime + 300,
    nonce: account.nonce,
    ...changes,
  };
}

/** The body of a registration, signed by the owner's passkey. */
export async function signedGrant(
  owner: WalletOwner,
  program: Address,
  session: Pick<SessionKey, 'address'>,
  changes: Record<string, unknown> = {},
) {
  const body = await grantBody(owner, program, session, changes);
  const intent = {
    action: 'registerSession',
    sessionPubkey: toAddress(body.sessionPubkey),
    allowedProgram: toAddress(body.allowedProgram),
    expiresAt: BigInt(body.expiresAt),
    recordedAuthority: body.recordedAuthority ? toAddress(body.recordedAuthority) : null,
    recordedSlot: BigInt(body.recordedSlot),
  } as const;
  const at = { nonce: BigInt(body.nonce), expiry: body.deadline };
  return { ...body, assertion: await signIntent(owner, owner.passkey, intent, at) };
}

export async function openGameSession(
  owner: WalletOwner,
  program: Address,
  changes: Record<string, unknown> = {},
): Promise<SessionKey & { sessionAddress: Address }> {
  const session = newSessionKey();
  const answer = await owner.client.post(grantsPath, await signedGrant(owner, program, session, changes));
  expect(answer, answer.text).toMatchObject({ status: 200, body: { status: 'confirmed' } });
  return { ...session, sessionAddress: toAddress(answer.body.sessionAddress) };
}

/** The body of a revocation, signed by the owner's passkey. */
export async function signedRevocation(owner: WalletOwner, session: Address) {
  const account = await owner.client.call('getAccount');
  const deadline = account.chainTime + 300;
  const { nonce } = account;
  const at = { nonce: BigInt(nonce), expiry: deadline };
  const intent = { action: 'revokeSession', session } as const;
  return { deadline, nonce, assertion: await signIntent(owner, owner.passkey, intent, at) };
}
