export type AmountProblem = 'none' | 'nothing' | 'too-much' | 'leaves-dust';

/**
 * The chain charges rent per byte, with 128 bytes of overhead per account: an account with 81 bytes and a
 * vault without data.
 */
const ACCOUNT_SHARE = 128n + 81n;
const VAULT_SHARE = 128n;

export interface ActivationCost {
  readonly accountRent: bigint;
  readonly vaultMinimum: bigint;
  readonly networkFee: bigint;
  readonly protocolFee: bigint;
  readonly total: bigint;
}

function protocolFee(networkFee: bigint, bps: number): bigint {
  return (networkFee * BigInt(bps) + 9_999n) / 10_000n;
}

/** Splits `requiredLamports` into its parts. */
export function activationCost(account: {
  readonly requiredLamports: number;
  readonly networkFeeLamports: number;
  readonly protocolFeeBps: number;
}): ActivationCost {
  const networkFee = BigInt(account.networkFeeLamports);
  const fee = protocolFee(networkFee, account.protocolFeeBps);
  const total = BigInt(account.requiredLamports);
  const rent = total - networkFee - fee;
  const vaultMinimum = (rent * VAULT_SHARE) / (ACCOUNT_SHARE + VAULT_SHARE);
  return { accountRent: rent - vaultMinimum, vaultMinimum, networkFee, protocolFee: fee, total };
}

/** As an amount: everything that is left after fees. The chain computes the number at execution. */
export const EVERYTHING = 0xffff_ffff_ffff_ffffn;

/** Returns the current value of `EVERYTHING`. */
export function everythingNow(balance: bigint, costs: bigint, isSol: boolean): bigint {
  if (!isSol) return balance;
  return balance > costs ? balance - costs : 0n;
}

/** The vault must end empty or with its minimum. The service checks the same later, in lamports. */
export function checkAmount(input: {
  readonly amount: bigint;
  readonly balance: bigint;
  readonly fees: bigint;
  readonly vaultMinimum: bigint;
  readonly isSol: boolean;
  readonly solBalance: bigint;
}): AmountProblem {
  const { amount, balance, fees, vaultMinimum, isSol, solBalance } = input;
  if (amount === 0n) return 'nothing';
  if (amount > balance) return 'too-much';
  const rest = solBalance - fees - (isSol ? amount : 0n);
  if (rest < 0n) return 'too-much';
  return rest > 0n && rest < vaultMinimum ? 'leaves-dust' : 'none';
}
