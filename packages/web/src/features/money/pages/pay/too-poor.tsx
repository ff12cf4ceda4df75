import { useEffect } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { informOpener } from '../../../../kit/app-request/opener-link.ts';
import { api } from '../../../../kit/api/api.ts';
import type { TopUp, TopUpQuote } from '../../../../kit/api/shapes.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { carryOutOnce } from '../../parts/once.ts';
import { checkoutPath, lastTopUp, purchaseTopUps, readTopUp, RETURN_MAX } from '../../parts/top-ups.ts';
import type { Text } from './text.en.ts';

const EVERY_MILLISECONDS = 5_000;

/** The range of a top-up that the provider accepts, in rupiah. */
export type TopUpRange = Pick<TopUpQuote, 'min' | 'max'>;

/** Returns null if topping up is not possible at the moment; the button then says why. */
export async function readTopUpRange(missing: number, signal: AbortSignal): Promise<TopUpRange | null> {
  try {
    return await api.call('quoteTopUp', { amount: missing }, { attempts: 3, signal });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The top-up that this browser started for a payment. It survives a closed tab. */
export async function readTopUpFor(paymentId: string, signal: AbortSignal): Promise<TopUp | null> {
  const id = purchaseTopUps.find(paymentId);
  return id === null ? null : readTopUp(id, signal);
}

const within = (amount: number, { min, max }: TopUpRange) => Math.min(Math.max(amount, min), max);

/** Tops up the missing amount, as far as the provider accepts it. The checkout returns to this payment. */
export async function topUpMissing(
  missing: number,
  paymentId: string,
  range: TopUpRange | null,
): Promise<void> {
  const bounds = range ?? (await api.call('quoteTopUp', { amount: missing }, { attempts: 3 }));
  const place = `${location.pathname}${location.search}`;
  const returnTo = place.length > RETURN_MAX ? location.pathname : place;
  const wish = { amount: within(missing, bounds), returnTo, paymentId };
  const topUp = await carryOutOnce('topup', wish, (idempotencyKey) =>
    api.call('createTopUp', wish, { idempotencyKey }),
  );
  lastTopUp.keep(topUp.id);
  purchaseTopUps.keep(paymentId, topUp.id);
  informOpener('away');
  location.assign(checkoutPath(topUp));
}

interface TooPoorProps {
  readonly text: Text;
  readonly paymentId: string;
  readonly total: number;
  readonly balance: number;
  /** A top-up that was started from this page. */
  readonly topUp: TopUp | null;
  readonly range: TopUpRange | null;
  /** Called when the money has arrived, or when the top-up has another status. */
  readonly onChange: () => void;
}

/** Polls, because a player who tops up by bank transfer returns before the money arrives. */
export function TooPoor({ text, paymentId, total, balance, topUp, range, onChange }: TooPoorProps) {
  const stateOf = (of: TopUp | null) => `${of?.id} ${of?.status} ${of?.setAside}`;
  const polled = usePoll(
    `${stateOf(topUp)} ${balance}`,
    async (signal) => {
      const [now, current] = await Promise.all([
        api.call('getBalance', {}, { signal }),
        readTopUpFor(paymentId, signal),
      ]);
      return now.balance >= total || stateOf(current) !== stateOf(topUp);
    },
    { everyMilliseconds: EVERY_MILLISECONDS, isDone: Boolean, first: false },
  );
  useEffect(() => {
    if (polled.value === true) onChange();
  }, [polled.value]);
  const missing = total - balance;
  const rupiah = (amount: number) => formatRupiah(BigInt(amount));
  if (topUp?.status === 'pending')
    return (
      <Notice title={text.pendingTitle} live>
        {text.pendingBody(rupiah(topUp.amount))}
      </Notice>
    );
  if (topUp?.setAside) return <SetAside text={text} topUp={topUp} />;
  const isFailed = topUp?.status === 'failed' || topUp?.status === 'expired';
  return (
    <Notice tone="warn" title={isFailed ? text.failedTitle : text.poorTitle}>
      {isFailed ? text.failedBody(rupiah(missing)) : text.poorBody(rupiah(missing))}
      {range && missing < range.min && <> {text.roundedUp(rupiah(range.min))}</>}
      {range && missing > range.max && <> {text.inParts(rupiah(range.max))}</>}
    </Notice>
  );
}

/** The money of the top-up could not be credited; that of another one might not be either. */
export function SetAside({ text, topUp }: { text: Text; topUp: TopUp }) {
  return (
    <Notice tone="warn" live>
      {text.moneySetAside(formatRupiah(BigInt(topUp.amount)))}
    </Notice>
  );
}

interface TopUpButtonProps {
  readonly text: Text;
  readonly missing: number;
  readonly topUp: TopUp | null;
  readonly range: TopUpRange | null;
  readonly action: { readonly busy: boolean; readonly run: () => Promise<void> };
}

export function TopUpButton({ text, missing, topUp, range, action }: TopUpButtonProps) {
  if (topUp?.setAside) return null;
  if (topUp?.status === 'pending')
    return (
      <ButtonLink look="sun" href={checkoutPath(topUp)}>
        {text.pendingOpen}
      </ButtonLink>
    );
  return (
    <Button look="sun" busy={action.busy} onClick={action.run}>
      {text.topUp(formatRupiah(BigInt(range ? within(missing, range) : missing)))}
    </Button>
  );
}
