import type { Taker, Verdict } from './decide-outcome.ts';
import { describeChainError } from './describe-chain-error.ts';
import type { Operation } from './operation.ts';
import type { Evidence } from './read-evidence.ts';
import { recordUnlanded } from './record-outcome.ts';
import type { EffectsByKind, RelayDeps } from './relay-deps.ts';

/** Records that an operation will never have an effect, and why. */
export async function settleUnlanded(
  deps: RelayDeps & { readonly effects: EffectsByKind },
  operation: Operation,
  { height, status, account, recovery }: Evidence,
  { verdict, taker }: { readonly verdict: Verdict; readonly taker: Taker },
): Promise<void> {
  if (verdict !== 'failed' && verdict !== 'expired' && verdict !== 'superseded') return;
  if (verdict === 'expired' && status?.error === null)
    deps.log.error(
      { operation: operation.id },
      'a node reports a transaction as landed that did not land by the finalized nonce: the nonce decides',
    );
  const error = {
    failed: describeChainError(status?.error ?? null),
    expired: 'it did not land before its blockhash expired',
    superseded: `nonce ${operation.accountNonce} was taken by another transaction`,
  }[verdict];
  // A failed transaction has paid its fee. A superseded one may have landed without effect and paid too, or may
  // still do so until its blockhash expires.
  const mayLand = height <= operation.lastValidBlockHeight;
  const paidFee =
    verdict === 'failed' || (verdict === 'superseded' && (status !== null || taker === 'failed' || mayLand));
  await recordUnlanded(deps, operation, { state: verdict, error, paidFee, found: { account, recovery } });
}
