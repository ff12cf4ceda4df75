import {
  callDigest,
  hexOf,
  permissionDigest,
  permissionTypedData,
  toEvmAddress,
  type Hex,
  type Permission,
  type PermissionDomain,
} from '@pid/protocol/evm';
import { encodeFunctionData, parseAbi } from 'viem';
import {
  ORIGIN,
  assertFor,
  sha256,
  softKey,
  splitSignature,
  toHighS,
  type AssertionChanges,
  type SoftKey,
} from '../../testing/soft-keys.ts';
import { compileContracts } from './compile-contracts.ts';
import { startTestChain, type Contract, type Outcome, type TestChain } from './test-chain.ts';

export const compiled = compileContracts();
export const hour = 3600;
export const day = 24 * hour;
/** A Wednesday noon in the middle of a month. */
export const noon = Date.UTC(2026, 10, 18, 12) / 1000;
export const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
]);
export const token = toEvmAddress('0x7070707070707070707070707070707070707070');
export const game = toEvmAddress('0x6060606060606060606060606060606060606060');
export const friend = toEvmAddress('0x5050505050505050505050505050505050505050');
export const play = '0x12345678';
export const verifyingErrors = compiled.verifier.abi;

export interface World {
  readonly chain: TestChain;
  readonly verifier: Contract;
  readonly account: Contract;
  readonly domain: PermissionDomain;
  readonly owner: SoftKey;
  readonly session: SoftKey;
}

export async function newWorld(name?: 'mainnet' | 'sepolia'): Promise<World> {
  const chain = await startTestChain(name);
  chain.setTime(noon);
  const verifier = await chain.deploy(compiled.verifier.abi, compiled.verifier.bytecode);
  const account = await chain.deploy(
    compiled.account.abi,
    compiled.account.bytecode,
    [verifier.address],
    10n ** 20n,
  );
  const owner = softKey();
  await chain.call(account, 'setOwner', ownership(owner));
  return {
    chain,
    verifier,
    account,
    domain: { chainId: chain.chainId, account: toEvmAddress(account.address) },
    owner,
    session: softKey(),
  };
}

/** The arguments of `setOwner`. */
export const ownership = (key: Pick<SoftKey, 'keyX' | 'keyY'>, origin = ORIGIN) => [
  key.keyX,
  key.keyY,
  hexOf(sha256('localhost')),
  origin,
];

let salts = 0;

export function permissionOf(world: World, changes: Partial<Permission> = {}): Permission {
  return {
    verifier: toEvmAddress(world.verifier.address),
    keyX: world.session.keyX,
    keyY: world.session.keyY,
    calls: [
      { to: game, selector: play },
      { to: token, selector: '0xa9059cbb' },
    ],
    spend: [
      { token: null, limit: 100n, period: 'day' },
      { token, limit: 1000n, period: 'hour' },
    ],
    start: noon - hour,
    expiry: noon + 400 * day,
    salt: hexOf(sha256(`salt ${(salts += 1)}`)),
    ...changes,
  };
}

export const onChain = (permission: Permission) =>
  permissionTypedData({ chainId: 1, account: game }, permission).message;

export async function approve(
  world: World,
  permission: Permission,
  changes: AssertionChanges & { high?: boolean; key?: SoftKey; account?: Contract } = {},
): Promise<Outcome> {
  const account = changes.account ?? world.account;
  const digest = permissionDigest({ ...world.domain, account: toEvmAddress(account.address) }, permission);
  const { signature, ...proof } = assertFor(changes.key ?? world.owner, digest, changes);
  const made = changes.high ? { ...proof, ...splitSignature(toHighS(signature)) } : proof;
  return world.chain.call(world.verifier, 'approve', [account.address, onChain(permission), made]);
}

export interface CallChanges {
  readonly to?: Hex;
  readonly value?: bigint;
  readonly data?: Hex;
  readonly nonce?: bigint;
  readonly deadline?: number;
}

let nonces = 0n;

export function signedCall(
  world: World,
  permission: Permission,
  changes: CallChanges = {},
  key: SoftKey = world.session,
) {
  const call = {
    to: game as Hex,
    value: 0n,
    data: play as Hex,
    nonce: (nonces += 1n),
    deadline: noon + 500 * day,
    ...changes,
  };
  const message = callDigest(world.domain, {
    ...call,
    to: toEvmAddress(call.to),
    data: Buffer.from(call.data.slice(2), 'hex'),
    permission: hexOf(permissionDigest(world.domain, permission)),
  });
  return { call, signature: key.sign(message) };
}

export async function execute(
  world: World,
  permission: Permission,
  changes: CallChanges = {},
): Promise<Outcome> {
  const { call, signature } = signedCall(world, permission, changes);
  return send(world, permission, call, signature);
}

export function send(
  world: World,
  permission: Permission,
  call: unknown,
  signature: Uint8Array,
): Promise<Outcome> {
  return sendMessage(world, onChain(permission), call, signature);
}

/** The same, with the permission given as the typed-data message. */
export function sendMessage(
  world: World,
  message: unknown,
  call: unknown,
  signature: Uint8Array,
): Promise<Outcome> {
  const { r, s } = splitSignature(signature);
  return world.chain.call(world.account, 'execute', [message, call, r, s], verifyingErrors);
}

export const transfer = (amount: bigint): CallChanges => ({
  to: token,
  data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [friend, amount] }),
});
