import { createHash } from 'node:crypto';
import { decodeBase58, findProgramAddress, toAddress } from '@pid/protocol';
import { expect, test } from 'vitest';
import {
  activationChallenge,
  chainAccount,
  rotationChallenge,
  sessionGrant,
  sessionRevocationChallenge,
  withdrawalChallenge,
} from '../src/chain.ts';

// Written independently from the contract's table, so that an error in the shared package fails here.
const chain = {
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  programId: 'Stake11111111111111111111111111111111111111',
  rpId: 'pid.example',
};
const pid = 'maya@pid';
const wallet = 'SysvarRent111111111111111111111111111111111';
const mint = 'So11111111111111111111111111111111111111112';
const point = new Uint8Array(33).fill(7).fill(2, 0, 1);

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const key = (text: string) => Buffer.from(decodeBase58(text)!);
const derived = (...seeds: Buffer[]) => findProgramAddress(toAddress(chain.programId), seeds).address;
const accountId = sha256(Buffer.from(pid));

function integer(value: bigint, byteLength: number): Buffer {
  const bytes = Buffer.alloc(byteLength);
  for (let index = 0; index < byteLength; index += 1)
    bytes[index] = Number((value >> BigInt(index * 8)) & 255n);
  return bytes;
}

function vaultOf(): string {
  return derived(Buffer.from('pid:vault'), accountId);
}

function expected(action: number, nonce: bigint, expiry: bigint, policy: bigint, body: Buffer[]): Uint8Array {
  const head = [
    Buffer.from('PID:SOLANA:AUTH\0'),
    Buffer.from([3, action, 0, 0]),
    key(chain.genesisHash),
    key(chain.programId),
    accountId,
    key(vaultOf()),
    integer(nonce, 8),
    integer(expiry, 8),
    integer(policy, 4),
    integer(0n, 8),
  ];
  return Uint8Array.from(sha256(...head, ...body));
}

test('derives the same account addresses as the chain', () => {
  expect(chainAccount(chain, pid)).toEqual({
    accountId: `0x${accountId.toString('hex')}`,
    vault: vaultOf(),
  });
});

test.each([
  ['SOL', Buffer.alloc(32)],
  [mint, key(mint)],
])('a withdrawal of %s signs mint, wallet and amount', (asset, mintBytes) => {
  const body = {
    asset,
    to: wallet,
    amount: '18446744073709551615',
    nonce: '7',
    expiry: 1_800_000_000,
    feePolicyVersion: 4,
  };
  const signed = expected(2, 7n, 1_800_000_000n, 4n, [mintBytes, key(wallet), integer(2n ** 64n - 1n, 8)]);
  expect(withdrawalChallenge(chain, pid, body)).toEqual(signed);
});

test('activation and rotation sign the key and the rpId hash', () => {
  const rpIdHash = sha256(Buffer.from('pid.example'));
  const activation = { authority: point, expiry: 100, feePolicyVersion: 1 };
  expect(activationChallenge(chain, pid, activation)).toEqual(
    expected(1, 0n, 100n, 1n, [Buffer.from(point), rpIdHash]),
  );
  const rotation = { newAuthority: point, nonce: '9', expiry: 100 };
  expect(rotationChallenge(chain, pid, rotation)).toEqual(
    expected(3, 9n, 100n, 0n, [Buffer.from(point), rpIdHash]),
  );
});

test('a session grant returns address and payload, with zeros for a missing authority', () => {
  const body = {
    sessionPubkey: wallet,
    allowedProgram: mint,
    expiresAt: 2000,
    recordedSlot: '77',
    deadline: 1500,
    nonce: '3',
  };
  const start = [key(wallet), key(mint), integer(2000n, 8)];
  const without = sessionGrant(chain, pid, {
    ...body,
    recordedHasAuthority: false,
    recordedAuthority: wallet,
  });
  expect(without.challenge).toEqual(
    expected(4, 3n, 1500n, 0n, [...start, Buffer.alloc(33), integer(77n, 8)]),
  );
  expect(without.registerPayload).toBe(`0x${Buffer.from(without.challenge).toString('hex')}`);
  expect(without.sessionAddress).toBe(derived(Buffer.from('pid:session'), key(vaultOf()), key(wallet)));
  const withAuthority = sessionGrant(chain, pid, {
    ...body,
    recordedHasAuthority: true,
    recordedAuthority: mint,
  });
  expect(withAuthority.challenge).toEqual(
    expected(4, 3n, 1500n, 0n, [...start, Buffer.from([1]), key(mint), integer(77n, 8)]),
  );
  expect(() => sessionGrant(chain, pid, { ...body, recordedHasAuthority: true })).toThrow(
    'recordedAuthority is required',
  );
});

test('a revocation signs the session', () => {
  const revocation = { sessionAddress: wallet, deadline: 1500, nonce: '3' };
  expect(sessionRevocationChallenge(chain, pid, revocation)).toEqual(
    expected(5, 3n, 1500n, 0n, [key(wallet)]),
  );
});
