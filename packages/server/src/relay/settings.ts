import type { ChainConfig } from '../chain/index.ts';
import { optional, readInteger, setting, type Values } from '../platform/config/index.ts';

/** The limits on spending for players. */
export const relaySettings = {
  relayIdentityCapLamports: setting(
    'PID_RELAY_IDENTITY_CAP_LAMPORTS',
    'Lamports a day that the relayer advances for the withdrawals of one identity, until the chain has reimbursed it',
    readInteger(0, 1_000_000_000_000),
    25_000_000,
  ),
  relayGlobalCapLamports: setting(
    'PID_RELAY_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    25_000_000_000,
  ),
  relayActivationIdentityCapLamports: setting(
    'PID_RELAY_ACTIVATION_IDENTITY_CAP_LAMPORTS',
    'Lamports a day that the relayer advances for the activation of one identity, until the chain has reimbursed it',
    readInteger(0, 1_000_000_000_000),
    1_000_000,
  ),
  relayActivationGlobalCapLamports: setting(
    'PID_RELAY_ACTIVATION_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    5_000_000_000,
  ),
  relaySessionIdentityCapLamports: setting(
    'PID_RELAY_SESSION_IDENTITY_CAP_LAMPORTS',
    'Lamports a day that the relayer advances for the game sessions of one identity: fees, and rent (2227200 each) until they are closed',
    readInteger(0, 1_000_000_000_000),
    25_000_000,
  ),
  relaySessionGlobalCapLamports: setting(
    'PID_RELAY_SESSION_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    25_000_000_000,
  ),
  relayEmergencyIdentityCapLamports: setting(
    'PID_RELAY_EMERGENCY_IDENTITY_CAP_LAMPORTS',
    'Lamports a day for the rotations and revocations of one identity, a separate budget',
    readInteger(0, 1_000_000_000_000),
    200_000,
  ),
  relayEmergencyGlobalCapLamports: setting(
    'PID_RELAY_EMERGENCY_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    1_000_000_000,
  ),
  relayRecoveryIdentityCapLamports: setting(
    'PID_RELAY_RECOVERY_IDENTITY_CAP_LAMPORTS',
    "Lamports a day for the recovery of one identity (guardians' votes and the finish), beyond twelve operations in seven days that have no limit",
    readInteger(0, 1_000_000_000_000),
    400_000,
  ),
  relayRecoveryGlobalCapLamports: setting(
    'PID_RELAY_RECOVERY_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    1_000_000_000,
  ),
  relayPolicyIdentityCapLamports: setting(
    'PID_RELAY_POLICY_IDENTITY_CAP_LAMPORTS',
    'Lamports a day for the recovery policies of one identity',
    readInteger(0, 1_000_000_000_000),
    200_000,
  ),
  relayPolicyGlobalCapLamports: setting(
    'PID_RELAY_POLICY_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    1_000_000_000,
  ),
  relayPaidIdentityCapLamports: setting(
    'PID_RELAY_PAID_IDENTITY_CAP_LAMPORTS',
    'Lamports a day that the relayer spends on the activation of one identity that pays in rupiah (PID_ACTIVATION_FOR_RUPIAH); one costs about 1500000',
    readInteger(0, 1_000_000_000_000),
    5_000_000,
  ),
  relayPaidGlobalCapLamports: setting(
    'PID_RELAY_PAID_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    1_000_000_000,
  ),
  sponsorActivation: setting(
    'PID_SPONSOR_ACTIVATION',
    'Lamports a day that the relayer pays for the activation of players who came through a verified app (one costs about 1500000); 0 sponsors none',
    readInteger(0, 1_000_000_000_000_000),
    0,
    'none: players pay for their activation',
  ),
  sponsorActivationPerApp: optional(
    'PID_SPONSOR_ACTIVATION_PER_APP',
    'Maximum of that budget for the players of one app a day',
    readInteger(0, 1_000_000_000_000_000),
    'the value of PID_SPONSOR_ACTIVATION',
  ),
  relayerMinLamports: setting(
    'PID_RELAYER_MIN_LAMPORTS',
    'Balance in lamports below which the relayer accepts no withdrawals and activations. What is not reimbursed stops below twice, emergencies, recoveries and policies below half of it',
    readInteger(0, 1_000_000_000_000_000),
    50_000_000,
  ),
  priorityFeeMaxMicroLamports: setting(
    'PID_PRIORITY_FEE_MAX_MICRO_LAMPORTS',
    'Maximum priority fee for one compute unit',
    readInteger(0, 1_000_000_000),
    1_000_000,
  ),
  relayTimeoutSeconds: setting(
    'PID_RELAY_TIMEOUT_SECONDS',
    'How long a wallet request waits for its confirmation before it returns 504',
    readInteger(1, 120),
    30,
  ),
} as const;

export type RelayConfig = Values<typeof relaySettings>;

/** The cost of one activation at the chain's usual rent and the minimum fee, rounded down. */
const activationLamports = 1_450_000;

export function relayProblems({
  chain,
  sponsorActivation: all,
  sponsorActivationPerApp: ofApp,
}: RelayConfig & Pick<ChainConfig, 'chain'>): string[] {
  const problems: string[] = [];
  if (all > 0 && chain === 'off')
    problems.push('PID_SPONSOR_ACTIVATION is set while PID_CHAIN is off: there is no wallet to activate');
  if (all > 0 && Math.min(all, ofApp ?? all) < activationLamports)
    problems.push(
      `PID_SPONSOR_ACTIVATION and PID_SPONSOR_ACTIVATION_PER_APP must be at least ${activationLamports}, which one activation costs; leave PID_SPONSOR_ACTIVATION unset to sponsor none`,
    );
  if (ofApp !== null && ofApp > all)
    problems.push(
      `PID_SPONSOR_ACTIVATION_PER_APP is ${ofApp}, more than PID_SPONSOR_ACTIVATION (${all}) pays for all apps together: raise PID_SPONSOR_ACTIVATION or lower PID_SPONSOR_ACTIVATION_PER_APP`,
    );
  return problems;
}
