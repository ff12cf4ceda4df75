import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { encodeBase58 } from '@pid/protocol';
import type { Clock } from '@pid/server/platform/clock.ts';

/** Blockhashes of the last 150 slots are accepted, as on every cluster (MAX_PROCESSING_AGE). */
export const blockhashWindowSlots = 150n;
/**
 * Block height and slot differ by this number, as if slots had been skipped at the beginning. Code that
 * confuses the two fails.
 */
const skippedSlots = 64n;
export const slotsPerEpoch = 432_000n;

export type Commitment = 'processed' | 'confirmed' | 'finalized';

export interface ChainAnchor {
  readonly slot: bigint;
  readonly millis: number;
  readonly slotMillis: number;
}

export interface CommitmentLags {
  readonly confirmedSlots: bigint;
  readonly finalizedSlots: bigint;
}

/**
 * Slots, blockhashes and block times are functions of the wall clock and a stored seed. No timer is needed,
 * and after a restart the blockhashes from before it are still valid.
 */
export class ChainTime {
  readonly anchor: ChainAnchor;
  readonly #clock: Clock;
  readonly #hashKey: KeyObject;
  readonly #lags: CommitmentLags;
  readonly #slotOfHash = new Map<string, bigint>();
  #hashedTo = 0n;
  #latestSlot: bigint;
  #rootSlot: bigint;
  #warpMillis: number | null = null;

  /**
   * All state from before the current slot counts as finalized, as after a cluster restart from a snapshot.
   */
  constructor(clock: Clock, anchor: ChainAnchor, seed: Uint8Array, lags: CommitmentLags) {
    this.#clock = clock;
    this.anchor = anchor;
    this.#lags = lags;
    this.#hashKey = createSecretKey(seed);
    this.#latestSlot = anchor.slot;
    this.#rootSlot = this.slot() - 1n;
  }

  /** The slot in progress. It does not decrease when the clock goes back. */
  slot(): bigint {
    const passed = BigInt(Math.floor((this.#nowMillis() - this.anchor.millis) / this.anchor.slotMillis));
    const slot = this.anchor.slot + (passed < 0n ? 0n : passed);
    if (slot > this.#latestSlot) this.#latestSlot = slot;
    return this.#latestSlot;
  }

  slotAt(commitment: Commitment): bigint {
    const slot = this.slot();
    if (commitment === 'processed') return slot;
    const lagging =
      slot - (commitment === 'confirmed' ? this.#lags.confirmedSlots : this.#lags.finalizedSlots);
    return lagging > this.#rootSlot ? lagging : this.#rootSlot;
  }

  commitmentOf(slot: bigint): Commitment {
    if (slot <= this.slotAt('finalized')) return 'finalized';
    return slot <= this.slotAt('confirmed') ? 'confirmed' : 'processed';
  }

  secondsOf(slot: bigint): bigint {
    return BigInt(
      Math.floor((this.anchor.millis + Number(slot - this.anchor.slot) * this.anchor.slotMillis) / 1000),
    );
  }

  blockHeightOf(slot: bigint): bigint {
    return slot - skippedSlots;
  }

  blockhashOf(slot: bigint): string {
    return encodeBase58(createHmac('sha256', this.#hashKey).update(`block ${slot}`).digest());
  }

  /** The slot of a blockhash that is at most 150 slots old, or null. */
  slotOfBlockhash(hash: string): bigint | null {
    const now = this.slot();
    const oldest = now - blockhashWindowSlots;
    for (let slot = this.#hashedTo >= oldest ? this.#hashedTo + 1n : oldest; slot <= now; slot += 1n) {
      this.#slotOfHash.set(this.blockhashOf(slot), slot);
    }
    this.#hashedTo = now;
    // A map iterates in insertion order, so the oldest entries come first.
    for (const [known, slot] of this.#slotOfHash) {
      if (slot >= oldest) break;
      this.#slotOfHash.delete(known);
    }
    return this.#slotOfHash.get(hash) ?? null;
  }

  millisToNextSlot(): number {
    const intoSlot = (this.#nowMillis() - this.anchor.millis) % this.anchor.slotMillis;
    return this.anchor.slotMillis - Math.max(0, intoSlot);
  }

  /**
   * Runs `work` on a new chain in simulated time. Time starts at the anchor, which is in the past, and each
   * sleep advances it without a real wait, up to the wall clock. Nothing else uses the chain yet.
   */
  async warp(work: (sleep: (millis: number) => Promise<void>) => Promise<void>): Promise<void> {
    this.#latestSlot = this.anchor.slot;
    this.#rootSlot = this.anchor.slot - 1n;
    this.#hashedTo = 0n;
    this.#warpMillis = this.anchor.millis;
    try {
      await work((millis) => this.#sleepInWarp(millis));
    } finally {
      this.#warpMillis = null;
    }
  }

  /** Concurrent sleeps with the same wake time end together. Simulated time never passes the wall clock. */
  async #sleepInWarp(millis: number): Promise<void> {
    const wakeAt = this.#nowMillis() + millis;
    const ahead = wakeAt - this.#clock.nowMillis();
    await new Promise((resolve) => (ahead > 0 ? setTimeout(resolve, ahead) : setImmediate(resolve)));
    if (this.#warpMillis !== null)
      this.#warpMillis = Math.max(this.#warpMillis, Math.min(wakeAt, this.#clock.nowMillis()));
  }

  #nowMillis(): number {
    return this.#warpMillis ?? this.#clock.nowMillis();
  }
}
