// Invented blocks about one wallet: actions of guardians and the owner, finalization and forks.
import { brandPasskeyPoint, recoveryAttempts, toBytes32, type RecoveryAccount } from '@pid/protocol';
import { randomBytes } from 'node:crypto';
import { sightOf, type FinalSight } from '../src/recovery/read-sights.ts';

export const daySeconds = 86_400;

export interface Block {
  readonly slot: bigint;
  readonly seconds: number;
  readonly authority: Buffer;
  readonly epoch: number;
  readonly nonce: bigint;
  readonly threshold: number;
  readonly votes: RecoveryAccount['votes'];
}

const newKey = (): Buffer => Buffer.concat([Buffer.of(2), randomBytes(32)]);

export class ModelChain {
  /** The owner's passkeys. The first one controls the wallet. */
  readonly own = [newKey(), newKey()];
  readonly candidates = [newKey(), newKey(), newKey()];
  readonly #accountId = toBytes32(randomBytes(32));
  readonly #guardians = [0, 1, 2].map(() => ({ kind: 'sheet', key: brandPasskeyPoint(newKey()) }) as const);
  nowMillis = Date.UTC(2026, 10, 17);
  tip: Block = {
    slot: 1n,
    seconds: this.nowMillis / 1000,
    authority: this.own[0]!,
    epoch: 0,
    nonce: 1n,
    threshold: 2,
    votes: [null, null, null],
  };
  /** All finalized blocks; `#confirmed` has the blocks after them that are only confirmed. */
  readonly final: Block[] = [this.tip];
  #confirmed: Block[] = [];

  isOwn(key: Buffer): boolean {
    return this.own.some((each) => each.equals(key));
  }

  finalize(): void {
    this.final.push(...this.#confirmed.splice(0));
  }

  fork(): void {
    this.#confirmed = [];
    this.tip = this.final.at(-1)!;
  }

  wait(seconds: number): void {
    this.nowMillis += seconds * 1000;
    this.#extend({});
  }

  vote(guardian: number, place: number): void {
    const key = this.candidates[place]!;
    if (key.equals(this.tip.authority)) return;
    const votedAt = BigInt(Math.floor(this.nowMillis / 1000));
    const vote = { authority: brandPasskeyPoint(key), votedAt, epoch: this.tip.epoch };
    this.#extend({ votes: this.tip.votes.with(guardian, vote) });
  }

  withdraw(guardian: number): void {
    this.#extend({ votes: this.tip.votes.with(guardian, null) });
  }

  cancel(): void {
    this.#extend(this.#cleared());
  }

  changePolicy(): void {
    this.#extend({ ...this.#cleared(), threshold: 3 - this.tip.threshold });
  }

  /** Finishes a recovery that is ready, if there is one. */
  finish(): void {
    const { account, recovery } = this.#accounts(this.tip);
    const seconds = BigInt(Math.floor(this.nowMillis / 1000));
    const ready = recoveryAttempts(recovery, account.epoch, seconds).find(
      ({ readyAt }) => readyAt <= seconds,
    );
    if (!ready) return;
    const authority = Buffer.from(ready.newAuthority);
    this.#extend({ ...this.#cleared(), authority, epoch: account.epoch + 1 });
  }

  /** Rotates to the owner's other passkey. */
  rotate(): void {
    const { authority, epoch } = this.tip;
    if (!this.isOwn(authority)) return;
    this.#extend({ authority: this.own.find((key) => !key.equals(authority))!, epoch: epoch + 1 });
  }

  sight(block: Block): FinalSight {
    const { account, recovery } = this.#accounts(block);
    return { slot: block.slot, account, recovery, ...sightOf(account, recovery, BigInt(block.seconds)) };
  }

  #cleared(): Pick<Block, 'votes' | 'nonce'> {
    return { votes: [null, null, null], nonce: this.tip.nonce + 1n };
  }

  #extend(change: Partial<Block>): void {
    const slot = this.tip.slot + 1n + BigInt(this.#confirmed.length);
    this.tip = { ...this.tip, ...change, slot, seconds: Math.floor(this.nowMillis / 1000) };
    this.#confirmed.push(this.tip);
  }

  #accounts({ authority, epoch, nonce, threshold, votes }: Block) {
    const account = {
      bump: 255,
      vaultBump: 255,
      epoch,
      nonce: 1n,
      accountId: this.#accountId,
      authority: brandPasskeyPoint(authority),
    };
    const recovery: RecoveryAccount = {
      bump: 255,
      threshold,
      nonce,
      delaySeconds: daySeconds,
      accountId: this.#accountId,
      guardians: this.#guardians,
      votes,
      barredUntil: [0n, 0n, 0n],
      lastExpiry: [0n, 0n, 0n],
    };
    return { account, recovery };
  }
}
