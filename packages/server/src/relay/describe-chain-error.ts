import { programErrorMessage } from '@pid/protocol';

const tokenErrors: Readonly<Record<number, string>> = {
  1: 'insufficient funds',
  17: 'a token account is frozen',
};

/** Turns a transaction error in the cluster's JSON form into a sentence. */
export function describeChainError(error: unknown): string {
  const code = customCodeOf(error);
  if (code !== null) return programErrorMessage(code) ?? tokenErrors[code] ?? `program error ${code}`;
  const instruction = instructionErrorOf(error);
  return words(instruction ?? error);
}

function customCodeOf(error: unknown): number | null {
  const inner = instructionErrorOf(error);
  const code =
    typeof inner === 'object' && inner !== null ? (inner as { Custom?: unknown }).Custom : undefined;
  return typeof code === 'number' || typeof code === 'bigint' ? Number(code) : null;
}

function instructionErrorOf(error: unknown): unknown {
  const pair =
    typeof error === 'object' && error !== null
      ? (error as { InstructionError?: unknown }).InstructionError
      : undefined;
  return Array.isArray(pair) ? (pair[1] as unknown) : null;
}

/** `InsufficientFundsForRent` becomes `insufficient funds for rent`. */
function words(error: unknown): string {
  const name =
    typeof error === 'string'
      ? error
      : typeof error === 'object' && error !== null
        ? (Object.keys(error)[0] ?? 'unknown')
        : 'unknown';
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/**
 * Temporary errors that say nothing about the transaction itself: another node or a later request may
 * succeed.
 */
export function isPassingError(error: unknown): boolean {
  return (
    typeof error === 'string' &&
    [
      'BlockhashNotFound',
      'AccountInUse',
      'ClusterMaintenance',
      'WouldExceedMaxBlockCostLimit',
      'WouldExceedMaxAccountCostLimit',
      'WouldExceedMaxVoteCostLimit',
      'WouldExceedAccountDataBlockLimit',
    ].includes(error)
  );
}
