// Invented blocks for `recovery/follow-model.test.ts`, and the rules that must hold after each of them.
import * as fc from 'fast-check';
import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { installRecoveredPasskey, listActivePasskeys } from '../src/credentials/index.ts';
import { insertIdentity } from '../src/identity/index.ts';
import { beginFreeze, findRecoveryHold } from '../src/notices/freezes.store.ts';
import { randomIds } from '../src/platform/ids.ts';
import { createLogger } from '../src/platform/log.ts';
import { followRecovery, type FollowDeps } from '../src/recovery/follow-recovery.ts';
import { findHeldPasskey, holdPasskey } from '../src/recovery/held-passkeys.store.ts';
import { knowRecovery } from '../src/recovery/know-recovery.ts';
import { hadTime, openAfter } from '../src/recovery/recovery-states.ts';
import { findFirstTold, insertAttempt, listOpenAttempts } from '../src/recovery/recovery.store.ts';
import { noteOurs } from '../src/recovery/sights.store.ts';
import { installAfterFreeze } from '../src/recovery/watch-recoveries.ts';
import { daySeconds, ModelChain, type Block } from './recovery-model-chain.ts';
import type { testDatabase } from './test-database.ts';

/** A reading that takes longer counts as timed out. */
const readingMillis = 60_000;

const place = fc.nat(2);
const doing = <Name extends string>(name: Name) => ({ do: fc.constant(name) });
export const recoveryStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ...doing('start'), key: place }) },
  { weight: 3, arbitrary: fc.record({ ...doing('vote'), guardian: place, key: place }) },
  /** Enough votes in one step. */
  { weight: 3, arbitrary: fc.record({ ...doing('approve'), key: place }) },
  { weight: 1, arbitrary: fc.record({ ...doing('withdraw'), guardian: place }) },
  { weight: 1, arbitrary: fc.record(doing('cancel')) },
  { weight: 1, arbitrary: fc.record(doing('policy')) },
  { weight: 4, arbitrary: fc.record(doing('finish')) },
  { weight: 1, arbitrary: fc.record(doing('rotate')) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...doing('wait'),
      seconds: fc.constantFrom(5, 30, 3600, daySeconds, 2 * daySeconds, 20 * daySeconds),
    }),
  },
  { weight: 2, arbitrary: fc.record(doing('finalize')) },
  { weight: 1, arbitrary: fc.record(doing('fork')) },
  { weight: 4, arbitrary: fc.record({ ...doing('read'), node: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ ...doing('deliver'), node: fc.nat(1) }) },
  /** Blocks become final, and a node reads them immediately. */
  { weight: 5, arbitrary: fc.record({ ...doing('round'), node: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record(doing('look')) },
  { weight: 1, arbitrary: fc.record(doing('freeze')) },
  { weight: 2, arbitrary: fc.record(doing('disagree')) },
  /** No node reads for days, while guardians recover without the service. */
  { weight: 2, arbitrary: fc.record({ ...doing('recover'), key: place }) },
);
type Step = typeof recoveryStep extends fc.Arbitrary<infer Found> ? Found : never;

type Database = Awaited<ReturnType<typeof testDatabase>>;

/** One player and the blocks about this player. */
export class RecoveryModel {
  readonly #db: Database;
  readonly #deps: FollowDeps;
  readonly #identityId = randomUUID();
  readonly #chain = new ModelChain();
  #agrees = true;
  readonly #readings: ({ block: Block; at: number } | null)[] = [null, null];
  /** The blocks that were delivered in the order of the chain. */
  readonly #seen: Block[] = [];

  constructor(db: Database) {
    this.#db = db;
    const chain = this.#chain;
    this.#deps = {
      db,
      clock: {
        now: () => this.#now(),
        nowMillis: () => chain.nowMillis,
        nowSeconds: () => Math.floor(chain.nowMillis / 1000),
      },
      ids: randomIds,
      log: createLogger('silent'),
      chain: {
        programId: '11111111111111111111111111111111',
        witnesses: { canDecide: true, agree: async () => this.#agrees },
      } as unknown as FollowDeps['chain'],
    };
  }

  #now(): Date {
    return new Date(this.#chain.nowMillis);
  }

  async begin(): Promise<void> {
    const identityId = this.#identityId;
    await this.#db.transaction(async (tx) => {
      const handle = `h${randomBytes(6).toString('hex')}`;
      await insertIdentity(tx, { id: identityId, handle, now: this.#now() });
      for (const key of this.#chain.own)
        await installRecoveredPasskey(this.#deps, tx, {
          identityId,
          passkey: passkeyOf(key),
          now: new Date(0),
        });
      await noteOurs(tx, identityId, this.#chain.own[0]!, this.#now());
    });
  }

  async run(what: Step): Promise<void> {
    const chain = this.#chain;
    switch (what.do) {
      case 'start':
        return this.#start(chain.candidates[what.key]!);
      case 'vote':
        return chain.vote(what.guardian, what.key);
      case 'approve':
        for (const guardian of [0, 1]) chain.vote(guardian, what.key);
        return;
      case 'recover':
        for (const guardian of [0, 1]) chain.vote(guardian, what.key);
        chain.wait(2 * daySeconds);
        return chain.finish();
      case 'withdraw':
        return chain.withdraw(what.guardian);
      case 'cancel':
        return chain.cancel();
      case 'policy':
        return chain.changePolicy();
      case 'finish':
        return chain.finish();
      case 'rotate':
        return chain.rotate();
      case 'wait':
        return chain.wait(what.seconds);
      case 'finalize':
        return chain.finalize();
      case 'fork':
        return chain.fork();
      case 'read':
        return this.#read(what.node);
      case 'deliver':
        return this.#deliver(what.node);
      case 'round':
        chain.finalize();
        this.#read(what.node);
        return this.#deliver(what.node);
      case 'look':
        return this.#look();
      case 'freeze':
        return this.#freeze();
      case 'disagree':
        this.#agrees = !this.#agrees;
        return;
    }
  }

  async #start(key: Buffer): Promise<void> {
    if (key.equals(this.#chain.tip.authority)) return;
    const identityId = this.#identityId;
    const known = await knowRecovery(this.#db, identityId);
    if (known.ownKeys.some((each) => key.equals(each))) return;
    await this.#db.transaction(async (tx) => {
      await insertAttempt(tx, {
        id: randomUUID(),
        identityId,
        mode: 'chain',
        compressedKey: key,
        policyNonce: this.#chain.tip.nonce,
        delaySeconds: daySeconds,
        sessionId: randomUUID(),
        readyAt: null,
        now: this.#now(),
      });
      await holdPasskey(tx, identityId, passkeyOf(key), this.#now());
    });
  }

  #read(node: number): void {
    this.#readings[node] = { block: this.#chain.final.at(-1)!, at: this.#chain.nowMillis };
  }

  async #deliver(node: number): Promise<void> {
    const reading = this.#readings[node];
    this.#readings[node] = null;
    if (!reading || this.#chain.nowMillis - reading.at > readingMillis) return;
    const { block } = reading;
    const last = this.#seen.at(-1);
    const before = last && block.slot < last.slot ? await this.#everything() : null;
    const held = await findHeldPasskey(this.#db, this.#identityId, block.authority);
    const told = await findFirstTold(this.#db, this.#identityId, block.authority);
    const comesIn = held !== null && told !== null && hadTime(told, this.#now());
    const isFollowed = await followRecovery(this.#deps, this.#identityId, this.#chain.sight(block));
    if (before !== null) return expect(await this.#everything()).toEqual(before);
    const isForeign = !this.#chain.isOwn(block.authority);
    // The end of a recovery waits until the RPC endpoints agree; everything else is stored.
    if (!isFollowed) return this.#assertNothingWrong();
    const isFirst = !this.#seen.some(({ authority }) => authority.equals(block.authority));
    this.#seen.push(block);
    await this.#assertNothingWrong();
    if (isForeign && isFirst) await this.#assertFinished(block, comesIn);
    await this.#assertAttempts(block);
  }

  /** Only the new passkey is active, unless a freeze holds it or it was not registered here in time. */
  async #assertFinished({ authority }: Block, comesIn: boolean): Promise<void> {
    const isFrozen = (await findRecoveryHold(this.#db, this.#identityId, this.#now())) !== null;
    expect(await this.#active()).toEqual(comesIn && !isFrozen ? [authority] : []);
  }

  async #active(): Promise<Buffer[]> {
    return (await listActivePasskeys(this.#db, this.#identityId)).map(({ compressedKey }) => compressedKey);
  }

  /**
   * A passkey becomes active only when finalized blocks name it. The owner's passkeys end only when finalized
   * blocks name another.
   */
  async #assertNothingWrong(): Promise<void> {
    const { final, own } = this.#chain;
    const named = final.map(({ authority }) => authority);
    const active = await this.#active();
    for (const key of active) expect([...own, ...named].some((each) => each.equals(key))).toBe(true);
    const { rowCount: told } = await this.#db.query(
      `select from notices where identity_id = $1 and type = 'recovery.finished'`,
      [this.#identityId],
    );
    const handedOver = named.filter((key, at) => at > 0 && !key.equals(named[at - 1]!)).length;
    expect(told).toBeLessThanOrEqual(handedOver);
    if (this.#seen.every(({ authority }) => this.#chain.isOwn(authority)))
      expect(active.toSorted(Buffer.compare)).toEqual(own.toSorted(Buffer.compare));
  }

  async #assertAttempts(block: Block): Promise<void> {
    const open = (await listOpenAttempts(this.#db, [this.#identityId])).filter(({ takenAt }) => !takenAt);
    const { running, votedFor } = this.#chain.sight(block);
    const known = open.flatMap(({ readyAt, compressedKey }) => (readyAt ? [compressedKey] : []));
    const expected = running.map(({ newAuthority }) => Buffer.from(newAuthority));
    expect(known.toSorted(Buffer.compare)).toEqual(expected.toSorted(Buffer.compare));
    // Attempts that the chain has cleared are no longer open.
    for (const { policyNonce, compressedKey } of open)
      if (policyNonce! < block.nonce) expect(votedFor.some((key) => compressedKey.equals(key))).toBe(true);
  }

  async #look(): Promise<void> {
    const before = await this.#everything();
    const known = await knowRecovery(this.#db, this.#identityId);
    openAfter(known, this.#chain.sight(this.#chain.tip), this.#now());
    expect(await this.#everything()).toEqual(before);
  }

  async #freeze(): Promise<void> {
    const now = this.#now();
    const at = (days: number) => new Date(now.getTime() + days * daySeconds * 1000);
    const freeze = { identityId: this.#identityId, now, until: at(3), again: now, holdAgain: at(-7) };
    await this.#db.transaction((tx) => beginFreeze(tx, freeze));
  }

  async #everything(): Promise<unknown> {
    const found = [];
    for (const table of [
      'recovery_attempts',
      'recovery_passkeys',
      'recovery_sights',
      'passkeys',
      'notices',
    ]) {
      const text = `select t::text from ${table} t where identity_id = $1 order by 1`;
      found.push((await this.#db.query(text, [this.#identityId])).rows);
    }
    return found;
  }

  /**
   * Lets the chain come to rest, freezes end, endpoints agree and the watch run. The authority must then
   * match the finalized blocks.
   */
  async settle(): Promise<void> {
    this.#agrees = true;
    for (let round = 0; round < 2; round += 1) {
      this.#chain.wait(4 * daySeconds);
      await this.run({ do: 'round', node: 0 });
      for (const attempt of await listOpenAttempts(this.#db, [this.#identityId]))
        if (attempt.takenAt) await installAfterFreeze(this.#deps, attempt);
    }
    const { authority } = this.#chain.final.at(-1)!;
    if (this.#chain.isOwn(authority)) return;
    // The lost passkeys stay revoked, and no other passkey is active.
    for (const key of await this.#active()) expect(key.equals(authority)).toBe(true);
  }
}

function passkeyOf(compressedKey: Buffer) {
  return {
    credentialId: randomBytes(16).toString('base64url'),
    compressedKey,
    coseKey: randomBytes(77),
    rpIdHash: randomBytes(32),
    counter: 0,
    backupEligible: false,
    backedUp: false,
    transports: [],
    name: 'A passkey',
  };
}
