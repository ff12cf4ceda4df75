import type { Clock } from '../../clock.ts';
import type { ChainClient } from './chain-client.ts';

/** How fast the chain goes and what its clock shows, as it was measured: clusters differ, and shorten their slots and their way to finality. */
export interface ChainPace {
  /**
   * The chain's time without asking it. While the two clocks agree but for what reading takes, ours is as good and is returned as it is.
   */
  nowSeconds(): number;
  slotMillis(): number;
  /** How long until the next slot begins, where that is known. */
  millisToNextSlot(): number | null;
  /** From confirmed to finalized. */
  finalityMillis(): number;
  /** When the same bytes are sent again: after a few slots, later and later, well within the life of a blockhash. */
  sending(): {
    readonly firstMillis: number;
    readonly resendMillis: number;
    readonly resendMillisMax: number;
  };
  /** Reads the chain's slots and clock, unless that was done a moment ago. */
  measure(): Promise<void>;
}

/** Until the chain has told: they only set how soon somebody looks, never what is believed. */
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
      // In this order: a chain that goes on meanwhile seems slower to finality, never faster.
      const finalized = await client.slot({ commitment: 'finalized' });
      const { slot: confirmed, seconds } = await client.time({ commitment: 'confirmed' });
      // What took long to read, or a clock that was set meanwhile, says nothing about how far apart the two are.
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
