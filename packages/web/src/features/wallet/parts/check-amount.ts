export type AmountProblem = 'none' | 'nothing' | 'too-much' | 'leaves-dust';

/** Chains charge rent by the byte: an account of 81 bytes, one without data, each with 128 of overhead. */
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

/** What `requiredLamports` is made of. */
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

/** As an amount: all that is left after fees. The chain works out how much that is when it happens. */
export const EVERYTHING = 0xffff_ffff_ffff_ffffn;

/** What everything would be now. */
export function everythingNow(balance: bigint, costs: bigint, isSol: boolean): bigint {
  if (!isSol) return balance;
  return balance > costs ? balance - costs : 0n;
}

/** The vault ends empty or with its minimum; the service says the same later, in lamports. */
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
