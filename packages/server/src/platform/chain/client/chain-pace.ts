import type { Clock } from '../../clock.ts';
import type { ChainClient } from './chain-client.ts';

/**
 * The measured speed and clock of the chain. Clusters differ, and they shorten their slots and the time to
 * finality.
 */
export interface ChainPace {
  /**
   * The chain's time, without a request. Returns our own time unless the two clocks differ by more than a
   * reading can explain.
   */
  nowSeconds(): number;
  slotMillis(): number;
  /** Time until the next slot begins; null if unknown. */
  millisToNextSlot(): number | null;
  /** Time from confirmed to finalized. */
  finalityMillis(): number;
  /**
   * When to resend the same bytes: first after a few slots, then at growing intervals, well within the life
   * of a blockhash.
   */
  sending(): {
    readonly firstMillis: number;
    readonly resendMillis: number;
    readonly resendMillisMax: number;
  };
  /** Reads the chain's slots and clock, unless the last reading is recent. */
  measure(): Promise<void>;
}

/** Used until the first measurement. They only decide how soon the chain is polled, never a result. */
const guessedSlotMillis = 400;
const guessedFinalitySlots = 32;
const sampleMillis = 1000;
const knownMillis = 10_000;
const slotMillisMin = 10;
const slotMillisMax = 10_000;
const agreementSeconds = 15;

export function chainPace(
  client: Pick<ChainClient, 'slot' | 'time'>,
  clock: Clock,
  millisToNextSlot: () => number | null = () => null,
): ChainPace {
  let slotMillis: number | null = null;
  let finalitySlots = guessedFinalitySlots;
  let aheadSeconds = 0;
  let last: { readonly slot: bigint; readonly atMillis: number } | null = null;
  const slot = () => slotMillis ?? guessedSlotMillis;
  return {
    nowSeconds: () => clock.nowSeconds() + (Math.abs(aheadSeconds) > agreementSeconds ? aheadSeconds : 0),
    slotMillis: slot,
    millisToNextSlot,
    finalityMillis: () => finalitySlots * slot(),
    sending: () => ({ firstMillis: 6 * slot(), resendMillis: 5 * slot(), resendMillisMax: 38 * slot() }),
    async measure() {
      const now = clock.nowMillis();
      const passed = last ? now - last.atMillis : Infinity;
      if (passed >= 0 && passed < (slotMillis === null ? sampleMillis : knownMillis)) return;
      // The finalized slot is read first: if the chain advances in between, finality seems slower, never
      // faster.
      const finalized = await client.slot({ commitment: 'finalized' });
      const { slot: confirmed, seconds } = await client.time({ commitment: 'confirmed' });
      // If the reading took long or our clock was set meanwhile, the difference between the clocks is
      // unknown.
      if (clock.nowMillis() - now < agreementSeconds * 1000)
        aheadSeconds = Number(seconds) - Math.floor(now / 1000);
      const slots = last ? Number(confirmed - last.slot) : 0;
      if (slots > 0 && passed > 0)
        slotMillis = Math.min(slotMillisMax, Math.max(slotMillisMin, passed / slots));
      finalitySlots = Math.max(1, Number(confirmed - finalized));
      last = { slot: confirmed, atMillis: now };
    },
  };
}
