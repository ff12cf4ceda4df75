import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { formatLamports } from '../../../../kit/format/lamports.ts';
import { parseUnits } from '../../../../kit/format/parse-units.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { EVERYTHING, activationCost, checkAmount, everythingNow } from '../../parts/check-amount.ts';
import type { WithdrawalDraft } from '../../parts/kept-withdrawal.ts';
import { exactUnits, type PaymentRequest } from '../../parts/payment-request.ts';
import { readReceiver } from '../../parts/read-receiver.ts';
import type { Asset, Quote, Chain } from '../../../../kit/api/shapes.ts';
import type { Receiver } from '../../parts/read-receiver.ts';
import { assetName } from './read-wallet.ts';
import type { Wallet } from './read-wallet.ts';
import type { FullText } from './tasks.en.ts';

interface Destination {
  readonly address: string;
  /** The player who owns the wallet; null if the sender entered an address. */
  readonly pid: string | null;
}

/**
 * Returns the destination. A player's wallet is computed here from the name and the program, so that no
 * server can replace the address. The server only says whether the player exists. Returns null if not.
 */
async function resolveReceiver(receiver: Receiver, chain: Chain): Promise<Destination | null> {
  if (receiver.kind === 'address') return { address: receiver.address, pid: null };
  try {
    const [{ chainAccount }] = await Promise.all([
      import('../../../../../../sdk/src/chain.ts'),
      api.call('getPublicProfile', { pid: receiver.pid }, { session: 'none' }),
    ]);
    return { address: chainAccount(chain, receiver.pid).vault, pid: receiver.pid };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

export interface Problem {
  readonly field: 'to' | 'amount';
  readonly sentence: string;
}

/** The values that are shown before the signature. */
export interface Reviewed {
  readonly asset: Asset;
  readonly to: string;
  /** The owner of the wallet, if it was given by name. */
  readonly pid: string | null;
  readonly amount: bigint;
  readonly quote: Quote;
  readonly request: PaymentRequest | null;
}

export const movableAssets = ({ assets }: Wallet) =>
  assets.filter(({ movable, amount }) => movable && BigInt(amount) > 0n);

/** Fees and the rent of a new token account, all paid in SOL. */
export const costsOf = (quote: Quote) => BigInt(quote.totalFeeLamports) + BigInt(quote.rentLamports);

function judgeAmount(
  text: FullText,
  wallet: Wallet,
  { asset, wished, costs }: { asset: Asset; wished: bigint; costs: bigint },
): Problem | null {
  const isSol = asset.asset === 'SOL';
  const amount = wished === EVERYTHING ? everythingNow(BigInt(asset.amount), costs, isSol) : wished;
  const { vaultMinimum } = activationCost(wallet.account);
  const problem = checkAmount({
    amount,
    balance: BigInt(asset.amount),
    fees: costs,
    vaultMinimum,
    isSol,
    solBalance: BigInt(wallet.account.balanceLamports),
  });
  if (problem === 'none') return null;
  const sentences = {
    nothing: text.form.nothing,
    'too-much': text.form.tooMuch,
    'leaves-dust': text.form.dust(formatLamports(vaultMinimum, locale.value)),
  };
  return { field: 'amount', sentence: sentences[problem] };
}

/** The fields of a withdrawal for what a payment request asks for beside the transfer. */
export function noteOf(request: PaymentRequest | null) {
  return {
    ...(request && request.memo !== null ? { memo: request.memo } : {}),
    ...(request && request.references.length > 0 ? { references: [...request.references] } : {}),
  };
}

/** Why the wallet cannot pay in the asset that a payment request names. */
function missingAsset(text: FullText, { assets }: Wallet, { asset: wanted }: PaymentRequest): string {
  const held = assets.find(({ asset }) => asset === wanted);
  const reason = held?.refused && text.assets.reasons[held.refused];
  return reason ?? text.request.noAsset(assetName(held ?? { asset: wanted }, text.assets.token));
}

function receiverProblem(text: FullText['form'], typed: string): string {
  return /^solana:/iu.test(typed) ? text.notInCode : text.toInvalid;
}

/** The amount of a request is exact; a typed one follows the language. Null if it cannot be read. */
function wishedUnits({ request, everything, amount }: WithdrawalDraft, decimals: number): bigint | null {
  if (everything) return EVERYTHING;
  const units =
    request && request.amount !== null
      ? exactUnits(request.amount, decimals)
      : parseUnits(amount, decimals, locale.value);
  // A number that means everything must not come from a code.
  return units !== null && units < EVERYTHING ? units : null;
}

/** Checks everything before the passkey is needed: receiver, costs and balance. */
export async function judgeDraft(
  text: FullText,
  wallet: Wallet,
  draft: WithdrawalDraft,
): Promise<Reviewed | { readonly problem: Problem }> {
  const refused = (field: Problem['field'], sentence: string) => ({ problem: { field, sentence } });
  const { request = null } = draft;
  const asset = movableAssets(wallet).find((candidate) => candidate.asset === (request ?? draft).asset);
  if (!asset) return refused('amount', request ? missingAsset(text, wallet, request) : text.form.tooMuch);
  const receiver = readReceiver((request ?? draft).to, location.origin);
  if (!receiver) return refused('to', receiverProblem(text.form, draft.to));
  const wished = wishedUnits(draft, asset.decimals);
  if (wished === null)
    return refused(
      'amount',
      request && request.amount !== null ? text.request.problems.broken : text.form.amountInvalid,
    );
  const early = judgeAmount(text, wallet, { asset, wished, costs: 0n });
  if (early) return { problem: early };
  const destination = await resolveReceiver(receiver, wallet.chain);
  if (!destination) return refused('to', text.form.toNobody);
  const { address: to, pid } = destination;
  if (to === wallet.account.smartAccountAddress) return refused('to', text.form.toOwn);
  const quote = await api.call('quoteWithdrawal', { asset: asset.asset, to, ...noteOf(request) });
  const late = judgeAmount(text, wallet, { asset, wished, costs: costsOf(quote) });
  return late ? { problem: late } : { asset, to, pid, amount: wished, quote, request };
}
