import { expect, it } from 'vitest';
import {
  accountIdFromPid,
  brandPasskeyPoint,
  challengeFor,
  compareNumber,
  decodeRecovery,
  deriveWallet,
  encodeBody,
  findAccountAddress,
  recoveryAttempts,
  setRecoveryPolicyInstruction,
  sha256,
  toBytes32,
  toHex,
  utf8,
} from '../src/index.ts';
import type { Intent, RecoveryAccount } from '../src/index.ts';
import { SYSTEM_PROGRAM } from '../src/constants.ts';

const accountId = accountIdFromPid('budi_gg@pid');
const point = (seed: number) => brandPasskeyPoint(Uint8Array.of(2, ...sha256(Uint8Array.of(seed))));
const DAY = 86_400n;

it('a policy is encoded in the documented layout', () => {
  const intent: Intent = {
    action: 'setRecoveryPolicy',
    threshold: 2,
    delaySeconds: 604_800,
    guardians: [
      { kind: 'passkey', key: point(1) },
      { kind: 'sheet', key: point(2) },
      { kind: 'account', accountId },
    ],
  };
  const keys = [`01${toHex(point(1))}`, `02${toHex(point(2))}`, `03${toHex(accountId)}00`];
  expect(toHex(encodeBody(intent))).toBe(`02030000803a0900${keys.join('')}`);
  const removed: Intent = { action: 'setRecoveryPolicy', threshold: 0, delaySeconds: 0, guardians: [] };
  expect(toHex(encodeBody(removed))).toBe('0000000000000000');
});

it('a vote is 66 bytes, with zeros when it is withdrawn; cancelling has no body', () => {
  const newRpIdHash = toBytes32(sha256(utf8('pid.example')));
  const vote: Intent = { action: 'voteRecovery', index: 4, newAuthority: point(9), newRpIdHash };
  expect(toHex(encodeBody(vote))).toBe(`04${toHex(point(9))}${toHex(newRpIdHash)}`);
  const withdrawn: Intent = { ...vote, newAuthority: null };
  expect(toHex(encodeBody(withdrawn))).toBe(`04${'00'.repeat(33)}${toHex(newRpIdHash)}`);
  expect(encodeBody({ action: 'cancelRecovery' })).toHaveLength(0);
  const { vault, program } = deriveWallet(SYSTEM_PROGRAM, accountId);
  const scope = { genesisHash: accountId, program, accountId, vault, nonce: 1n, expiry: 600n };
  expect(challengeFor(scope, vote)).not.toEqual(challengeFor({ ...scope, nonce: 2n }, vote));
});

const votes = (...at: (bigint | null)[]): RecoveryAccount => ({
  bump: 255,
  nonce: 1n,
  accountId,
  threshold: 2,
  delaySeconds: 604_800,
  guardians: at.map((_, index) => ({ kind: 'passkey', key: point(index) })),
  votes: at.map((votedAt) => (votedAt === null ? null : { authority: point(99), votedAt, epoch: 4 })),
  barredUntil: at.map(() => 0n),
  lastExpiry: at.map(() => 0n),
});

it('a recovery is ready one delay after the vote that reached the threshold', () => {
  expect(recoveryAttempts(votes(0n, null, null), 4, 0n)).toEqual([]);
  const [attempt] = recoveryAttempts(votes(0n, DAY, 3n * DAY), 4, 3n * DAY);
  expect(attempt).toEqual({ newAuthority: point(99), readyAt: 8n * DAY, lapsesAt: 38n * DAY });
  expect(recoveryAttempts(votes(0n, DAY, null), 4, 38n * DAY - 1n)).toHaveLength(1);
  expect(recoveryAttempts(votes(0n, DAY, null), 4, 38n * DAY)).toEqual([]);
  expect(recoveryAttempts(votes(0n, 30n * DAY, null), 4, 31n * DAY)).toEqual([]);
  expect(recoveryAttempts(votes(5n, 5n, 5n), 4, 5n)).toHaveLength(1);
});

it('counts only votes of the current epoch', () => {
  const recovery = votes(0n, DAY, null);
  expect(recoveryAttempts(recovery, 3, DAY)).toEqual([]);
  expect(recoveryAttempts(recovery, 5, DAY)).toEqual([]);
  const mixed = recovery.votes.map((vote, place) => vote && { ...vote, epoch: place });
  for (const epoch of [0, 1]) expect(recoveryAttempts({ ...recovery, votes: mixed }, epoch, DAY)).toEqual([]);
});

it('reads the epoch from the last four bytes of a slot; votes from before this field have epoch 0', () => {
  const data = new Uint8Array(536);
  data.set([5, 1, 255, 1, 1]);
  data.set(point(7), 56 + 24);
  data.set([1, ...point(1)], 56 + 57);
  expect(decodeRecovery(data)?.votes).toEqual([{ authority: point(7), votedAt: 0n, epoch: 0 }]);
  data.set([4, 3, 2, 1], 56 + 92);
  expect(decodeRecovery(data)?.votes[0]?.epoch).toBe(0x01020304);
});

it('passes the account of every guardian who is a player, in their order', () => {
  const wallet = deriveWallet(SYSTEM_PROGRAM, accountId);
  const friends = ['sari@pid', 'tono@pid'].map((pid) => accountIdFromPid(pid));
  const { accounts } = setRecoveryPolicyInstruction(wallet, {
    guardians: [
      { kind: 'account', accountId: friends[0]! },
      { kind: 'passkey', key: point(1) },
      { kind: 'account', accountId: friends[1]! },
    ],
    threshold: 2,
    delaySeconds: 604_800,
    nonce: 0n,
    expiry: 600n,
    tail: Uint8Array.of(0x7d),
    payer: null,
  });
  expect(accounts.slice(6).map(({ address }) => address)).toEqual(
    friends.map((friend) => findAccountAddress(SYSTEM_PROGRAM, friend).address),
  );
});

it('the compare number has twenty digits that depend on account, policy nonce and new authority', () => {
  const number = compareNumber(accountId, 3n, point(1));
  expect(number).toMatch(/^(\d{4} ){4}\d{4}$/);
  const hash = toHex(
    sha256(utf8('PID:COMPARE\0'), accountId, Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0), point(1)),
  );
  const digits = (BigInt(`0x${hash.slice(0, 32)}`) % 10n ** 20n).toString().padStart(20, '0');
  expect(number.replaceAll(' ', '')).toBe(digits);
  const others = [compareNumber(accountId, 4n, point(1)), compareNumber(accountId, 3n, point(2))];
  expect(others).not.toContain(number);
});

it('other bytes do not decode to a recovery account', () => {
  expect(decodeRecovery(new Uint8Array(536))).toBeNull();
  expect(decodeRecovery(Uint8Array.of(5, 1))).toBeNull();
  const data = new Uint8Array(536);
  data.set([5, 1, 255, 1]);
  expect(decodeRecovery(data)).toBeNull();
});
