import { hexOf, keccak256, type EvmAddress, type PermissionDomain } from '@pid/protocol/evm';
import type { Clock } from '../platform/clock.ts';
import { invalid } from '../platform/errors/index.ts';
import { readBounded } from '../platform/read-bounded.ts';
import { chainName } from './known-chains.ts';

/**
 * `seen`: account and verifier have code, and the verifier responds like a verifier. `no_account`,
 * `no_verifier`: the chain shows that it is not one. `unchecked`: the operator has configured no node of this
 * chain, or the node gave no usable response.
 */
type Look = 'seen' | 'unchecked' | 'no_account' | 'no_verifier';

/** Reads from EVM chains. */
export interface EvmChains {
  look(domain: PermissionDomain, verifier: EvmAddress): Promise<Look>;
}

const answerMillisMax = 3000;
/**
 * Contract code has at most 24,576 bytes (EIP-170), twice as many in hex. The limit leaves room for chains
 * that allow more.
 */
const answerBytesMax = 512 * 1024;
const rememberedMillis = 300_000;
const rememberedMax = 1000;
/**
 * The hosted page triggers checks without a sign-in. Concurrent requests above this number are not checked,
 * so that they cannot exhaust the operator's node.
 */
const looksAtOnceMax = 16;
/** A view function that every verifier has. It is called with a zero digest, which works for any account. */
const isApproved = hexOf(keccak256(new TextEncoder().encode('isApproved(address,bytes32)')).subarray(0, 4));

/**
 * Calls only the nodes that the operator has configured. The address of a node never comes from a request.
 */
export function openEvmChains(nodes: ReadonlyMap<number, URL>, clock: Clock): EvmChains {
  const seenUntil = new Map<string, number>();
  let looking = 0;

  async function lookNow(
    node: URL,
    { chainId, account }: PermissionDomain,
    verifier: EvmAddress,
  ): Promise<Look> {
    const call = {
      to: verifier,
      data: `${isApproved}${account.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`,
    };
    const [chain, accountCode, verifierCode, answer] = await Promise.all([
      ask(node, 'eth_chainId', []),
      ask(node, 'eth_getCode', [account, 'latest']),
      ask(node, 'eth_getCode', [verifier, 'latest']),
      ask(node, 'eth_call', [call, 'latest']),
    ]);
    // A node of another chain or a broken node proves nothing about this chain.
    if (!isHex(chain) || BigInt(chain) !== BigInt(chainId) || !isHex(accountCode) || !isHex(verifierCode))
      return 'unchecked';
    if (accountCode === '0x') return 'no_account';
    if (verifierCode === '0x' || answer === reverted) return 'no_verifier';
    if (!isHex(answer)) return 'unchecked';
    return /^0x0{63}[01]$/.test(answer) ? 'seen' : 'no_verifier';
  }

  return {
    async look(domain, verifier) {
      const node = nodes.get(domain.chainId);
      if (!node) return 'unchecked';
      const key = `${domain.chainId} ${domain.account} ${verifier}`;
      if ((seenUntil.get(key) ?? 0) > clock.nowMillis()) return 'seen';
      if (looking >= looksAtOnceMax) return 'unchecked';
      looking += 1;
      const look = await lookNow(node, domain, verifier).finally(() => (looking -= 1));
      if (look !== 'seen') return look;
      const [oldest] = seenUntil.keys();
      if (seenUntil.size >= rememberedMax && oldest !== undefined) seenUntil.delete(oldest);
      seenUntil.set(key, clock.nowMillis() + rememberedMillis);
      return look;
    },
  };
}

/**
 * Returns true if the chain shows both contracts, and false if they could not be checked. Refuses the request
 * if the chain shows that one of them is missing.
 */
export async function assertContracts(
  chains: EvmChains,
  domain: PermissionDomain,
  verifier: EvmAddress,
): Promise<boolean> {
  const look = await chains.look(domain, verifier);
  const chain = chainName(domain.chainId) ?? `the chain with number ${domain.chainId}`;
  if (look === 'no_account')
    throw invalid(`account must be a smart account on ${chain}: there is no contract at ${domain.account}`);
  if (look === 'no_verifier')
    throw invalid(`verifier must be a PermissionVerifier on ${chain}: ${verifier} does not answer as one`);
  return look === 'seen';
}

const reverted = Symbol('the call was reverted');

/** Returns the node's result; null on an error, a timeout or an oversized response. */
async function ask(node: URL, method: string, params: unknown[]): Promise<unknown> {
  try {
    const response = await fetch(node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      // mutant: redirect: 'error', => nothing
      redirect: 'error',
      signal: AbortSignal.timeout(answerMillisMax),
    });
    const { result, error } = JSON.parse(String(await readBounded(response, answerBytesMax))) as {
      result?: unknown;
      error?: { code?: unknown; message?: unknown };
    };
    if (error === undefined) return result;
    // Code 3 is a revert with a reason. For a revert without a reason, nodes use no common code, only the
    // word in the message.
    return error.code === 3 || /\brevert/i.test(String(error.message)) ? reverted : null;
  } catch {
    return null;
  }
}

function isHex(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value);
}
