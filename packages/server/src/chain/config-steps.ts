import {
  POLICY_BYTES,
  acceptAdminInstruction,
  appendPolicyInstruction,
  currentPolicy,
  proposeAdminInstruction,
  setRegistrarInstruction,
  setRelayerInstruction,
  setTreasuryInstruction,
  type Address,
  type ConfigAccount,
  type ProgramInstruction,
} from '@pid/protocol';
import { funding, readConfig } from './configure-program.ts';
import type { DeployDeps } from './deploy-program.ts';
import { OperatorTransactionError } from './land-transaction.ts';

type Deps = Pick<DeployDeps, 'client'>;

const setters = {
  relayer: (program: Address, admin: Address, to: Address) =>
    setRelayerInstruction(program, { admin, relayer: to }),
  registrar: (program: Address, admin: Address, to: Address) =>
    setRegistrarInstruction(program, { admin, registrar: to }),
  treasury: (program: Address, admin: Address, to: Address) =>
    setTreasuryInstruction(program, { admin, treasury: to }),
  admin: (program: Address, admin: Address, to: Address) =>
    // Proposing the current administrator withdraws the pending proposal.
    proposeAdminInstruction(program, { admin, newAdmin: to === admin ? null : to }),
} as const;

export type ConfigDuty = keyof typeof setters;
export const configDuties = Object.keys(setters) as ConfigDuty[];

/**
 * Returns the instructions for one change of the config, which the administrator alone signs and pays for.
 * Returns null if the chain already has the value.
 */
export async function configStep(
  deps: Deps,
  program: Address,
  { admin, duty, to }: { readonly admin: Address; readonly duty: ConfigDuty; readonly to: Address },
): Promise<ProgramInstruction[] | null> {
  const config = await readOrRefuse(deps, program);
  const now = duty === 'admin' ? (config.pendingAdmin ?? config.admin) : config[duty];
  if (now === to) return null;
  assertAdmin(config, admin);
  return [...(duty === 'treasury' ? await funding(deps, admin, to) : []), setters[duty](program, admin, to)];
}

/**
 * The second half of a handover of the administration: the proposed administrator signs and replaces the
 * former one.
 */
export async function acceptStep(
  deps: Deps,
  program: Address,
  newAdmin: Address,
): Promise<ProgramInstruction[] | null> {
  const config = await readOrRefuse(deps, program);
  if (config.admin === newAdmin) return null;
  if (config.pendingAdmin !== newAdmin)
    throw new OperatorTransactionError(
      `${newAdmin} was not proposed: ${config.admin} must run \`pid chain set admin ${newAdmin}\` first`,
    );
  return [acceptAdminInstruction(program, { newAdmin })];
}

/**
 * Returns the instructions for the next fee policy, or null if it is unchanged. An operation that was
 * authorized under an older policy is not charged more.
 */
export async function policyStep(
  deps: Deps,
  program: Address,
  wanted: { readonly admin: Address; readonly bps: number; readonly maxNetworkFeeLamports: bigint },
): Promise<{ readonly version: number; readonly instructions: ProgramInstruction[] } | null> {
  const config = await readOrRefuse(deps, program);
  const policy = currentPolicy(config);
  const { admin, bps, maxNetworkFeeLamports } = wanted;
  if (policy.bps === bps && policy.maxNetworkFeeLamports === maxNetworkFeeLamports) return null;
  assertAdmin(config, admin);
  const [{ account }, needed] = await Promise.all([
    deps.client.account(admin),
    deps.client.rentExemptLamports(POLICY_BYTES),
  ]);
  if ((account?.lamports ?? 0n) < needed)
    throw new OperatorTransactionError(
      `the administrator ${admin} pays for the new entry and has ${account?.lamports ?? 0n} of ${needed} lamports`,
    );
  const version = policy.version + 1;
  return {
    version,
    instructions: [appendPolicyInstruction(program, { admin, version, bps, maxNetworkFeeLamports })],
  };
}

async function readOrRefuse(deps: Deps, program: Address): Promise<ConfigAccount> {
  const config = await readConfig(deps, program);
  if (!config)
    throw new OperatorTransactionError(`the program ${program} has no config yet: run \`pid chain deploy\``);
  return config;
}

function assertAdmin(config: ConfigAccount, admin: Address): void {
  if (config.admin !== admin)
    throw new OperatorTransactionError(`the config is administered by ${config.admin}, not by ${admin}`);
}
