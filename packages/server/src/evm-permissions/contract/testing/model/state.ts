import {
  hexOf,
  permissionDigest,
  toEvmAddress,
  type EvmAddress,
  type Hex,
  type Permission,
  type PermissionDomain,
} from '@pid/protocol/evm';
import { sha256, softKey, type SoftKey } from '../../../testing/soft-keys.ts';
import type { Usage } from '../../../spending.store.ts';
import type { Contract, TestChain } from '../test-chain.ts';
import { compiled, noon } from '../test-world.ts';
import { startTestChain } from '../test-chain.ts';
import { ACCOUNTS, OWNERS, SESSIONS, type Scope, type Terms } from './steps.ts';

/** Native balance of an account. Only the largest generated values exceed it. */
export const FUNDS = 10n ** 20n;

/**
 * The deployed bytecode, with a second verifier. The first verifier must refuse permissions for the second.
 */
export interface Stage {
  readonly chain: TestChain;
  readonly verifier: Contract;
  readonly other: Contract;
  readonly owners: readonly SoftKey[];
  readonly sessions: readonly SoftKey[];
}

export interface Owner {
  readonly key: SoftKey;
  readonly origin: string;
}

/** One amount spent by a successful call. The limit check sums these instead of the model's counters. */
export interface Spent {
  readonly token: EvmAddress | null;
  readonly amount: bigint;
  readonly at: number;
}

export interface ModelPermission {
  readonly scopes: readonly Scope[];
  readonly permission: Permission;
  readonly digest: Uint8Array;
  /** The epoch of the owner who approved it; 0 if it was never approved. */
  approvedIn: number;
  isRevoked: boolean;
  readonly nonces: Set<bigint>;
  readonly usages: Map<number, Usage>;
  readonly statement: Spent[];
}

export interface ModelAccount {
  readonly contract: Contract;
  readonly domain: PermissionDomain;
  owner: Owner | null;
  epoch: number;
  /** Every key that has ever owned the account. */
  readonly former: Set<SoftKey>;
  readonly permissions: readonly ModelPermission[];
}

export interface Model {
  now: number;
  readonly accounts: readonly ModelAccount[];
  readonly succeeded: Map<string, number>;
}

export async function openStage(): Promise<Stage> {
  const chain = await startTestChain();
  chain.setTime(noon);
  const deploy = () => chain.deploy(compiled.verifier.abi, compiled.verifier.bytecode);
  const keys = (count: number) => Array.from({ length: count }, () => softKey());
  return {
    chain,
    verifier: await deploy(),
    other: await deploy(),
    owners: keys(OWNERS),
    sessions: keys(SESSIONS),
  };
}

function permissionFrom(stage: Stage, terms: Terms, account: EvmAddress, index: number): Permission {
  const verifier = toEvmAddress(stage.verifier.address);
  const session = stage.sessions[terms.session]!;
  const places = { account, verifier };
  return {
    verifier: terms.isElsewhere ? toEvmAddress(stage.other.address) : verifier,
    keyX: session.keyX,
    keyY: session.keyY,
    calls: terms.calls.map(({ to, selector }) => ({
      to: to === 'account' || to === 'verifier' ? places[to] : to,
      selector,
    })),
    spend: terms.spend,
    start: noon + terms.startsIn,
    expiry: noon + terms.endsIn,
    salt: hexOf(sha256(`salt ${index}`)),
  };
}

/**
 * Deploys new accounts on the existing chain, so that earlier runs do not affect them. The clock starts again
 * at noon.
 */
export async function beginModel(stage: Stage, terms: readonly Terms[]): Promise<Model> {
  const accounts: ModelAccount[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const { abi, bytecode } = compiled.account;
    const contract = await stage.chain.deploy(abi, bytecode, [stage.verifier.address], FUNDS);
    const domain = { chainId: stage.chain.chainId, account: toEvmAddress(contract.address) };
    const permissions = terms.map((entry, position) => {
      const permission = permissionFrom(stage, entry, domain.account, position);
      return {
        scopes: entry.calls,
        permission,
        digest: permissionDigest(domain, permission),
        approvedIn: 0,
        isRevoked: false,
        nonces: new Set<bigint>(),
        usages: new Map<number, Usage>(),
        statement: [],
      };
    });
    accounts.push({ contract, domain, owner: null, epoch: 0, former: new Set(), permissions });
  }
  stage.chain.setTime(noon);
  return { now: noon, accounts, succeeded: new Map() };
}

export const rpIdHash = sha256('localhost');
export const isApproved = (account: ModelAccount, { approvedIn, isRevoked }: ModelPermission): boolean =>
  approvedIn !== 0 && approvedIn === account.epoch && !isRevoked;
export const bytesOf = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex');
