import { accountIdFromPid, addressFromBytes, deriveWallet, type Address } from '@pid/protocol';
import { registerAuthorityEffects } from '../../src/account/authority-effects.ts';
import { openWitnesses, type Chain } from '../../src/chain/index.ts';
import { chainPace, createChainClient } from '../../src/platform/chain/client/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { ServiceError } from '../../src/platform/errors/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import type { Metrics } from '../../src/platform/metrics.ts';
import { openRelay, type Operation, type Relay } from '../../src/relay/index.ts';
import { checkWorld } from './check-world.ts';
import { calm, ratesOf, type FaultRates } from './faults.ts';
import { carry, exitPast, newKey, type Owner, type ServingNode, type Wish } from './owner.ts';
import { seededRandom, type Random } from './random.ts';
import { SimulatedChain } from './simulated-chain.ts';
import { NodeLife, type NodeWorld } from './simulated-node.ts';
import { RpcNode } from './simulated-rpc.ts';
import type { SimulatedPeople } from './simulated-people.ts';
import { VirtualTime } from './virtual-time.ts';

export interface Outcome {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly trace: number;
  readonly happenings: number;
  /** Virtual time from the end of the faults until everything was settled. */
  readonly settledAfterSeconds: number;
  readonly counts: Readonly<Record<string, number>>;
}

const startMillis = Date.parse('2026-11-15T10:00:00Z');
const log = createLogger('silent');
const metrics = { gauge: () => {}, counter: () => ({ inc: () => {} }) } as unknown as Metrics;
const cap = { identityLamports: 10n ** 12n, globalLamports: 10n ** 12n };
const limits = {
  caps: {
    withdrawal: cap,
    activation: cap,
    session: cap,
    emergency: cap,
    recovery: cap,
    policy: cap,
    sponsorship: cap,
    paid: cap,
  },
  relayerMinLamports: 0n,
  priorityFeeMaxMicroLamports: 0n,
  confirmTimeoutSeconds: 10,
};
/** Error codes after which an owner does not repeat the request. */
const finalCodes = new Set(['operation_superseded', 'operation_failed', 'wrong_nonce', 'simulation_refused']);
const wishesMax = 4;
const triesMax = 25;

type Node = ServingNode & { readonly life: NodeLife };

/**
 * Simulates one world from one seed: the relay's own code and SQL on several nodes, a chain in memory, and
 * owners who repeat requests until they get a result. Faults occur for a while and then stop. Within a
 * bounded time the database must match the chain.
 */
export async function simulateRelay(db: Database, people: SimulatedPeople, seed: number): Promise<Outcome> {
  await people.reset();
  const world = new World(db, people, seed);
  return world.run();
}

class World implements NodeWorld {
  readonly db: Database;
  readonly random: Random;
  readonly time: VirtualTime;
  readonly rpcNodes: readonly RpcNode[];
  readonly counts: Record<string, number> = {};
  readonly #seed: number;
  readonly #chain: SimulatedChain;
  readonly #owners: readonly Owner[];
  readonly #keys: Chain['keys'];
  readonly #programId: Address;
  readonly #nodes: (Node | null)[] = [];
  readonly #storm: FaultRates;
  readonly #stormEndsMillis: number;
  #failoverUntilMillis = 0;
  #busyOwners = 0;
  readonly #wrong: string[] = [];

  constructor(db: Database, people: SimulatedPeople, seed: number) {
    this.db = db;
    this.#seed = seed;
    this.random = seededRandom(seed);
    this.time = new VirtualTime(this.random, startMillis);
    this.#programId = addressFromBytes(this.random.bytes(32));
    this.#chain = new SimulatedChain(this.random, this.#programId, {
      slotMillis: this.random.pick([50, 100, 200, 400, 800]),
      finalityBlocks: this.random.pick([1, 3, 8, 31]),
    });
    for (let block = 0; block < 40; block += 1) this.#chain.nextSlot();
    this.rpcNodes = Array.from({ length: 3 }, () => new RpcNode(this.#chain, this.#programId));
    this.#keys = {
      relayer: newKey(this.random.bytes(32)),
      registrar: newKey(this.random.bytes(32)),
      playSponsor: newKey(this.random.bytes(32)),
    };
    this.#owners = people.identities
      .slice(0, this.random.between(1, people.identities.length))
      .map(({ id, pid }) => ({
        identityId: id,
        wallet: deriveWallet(this.#programId, accountIdFromPid(pid)),
      }));
    this.#storm = ratesOf(this.random);
    this.#stormEndsMillis = startMillis + this.random.between(15_000, 45_000);
  }

  rates(): FaultRates {
    return this.time.millis < this.#stormEndsMillis ? this.#storm : calm;
  }

  isFailingOver(): boolean {
    return this.time.millis < this.#failoverUntilMillis;
  }

  async run(): Promise<Outcome> {
    this.#tick();
    this.#stormTick();
    for (const name of ['a', 'b']) this.#startNode(this.#nodes.push(null) - 1, name);
    for (const owner of this.#owners) void this.#live(owner);
    // Allows several times for a blockhash to expire, for its expiry to become final, and for leases and
    // back-off times to pass.
    const { slotMillis, finalityBlocks } = this.#chain.pace;
    const boundMillis = 3 * (150 + finalityBlocks) * slotMillis + 180_000;
    const deadline = this.#stormEndsMillis + boundMillis;
    let isSettled = false;
    const look = async () => {
      const { rows } = await this.db.query<{ open: bigint }>(
        `select count(*) as open from relay_operations where state in ('prepared', 'confirmed')`,
      );
      isSettled = this.time.millis > this.#stormEndsMillis && this.#busyOwners === 0 && rows[0]!.open === 0n;
      this.time.after(4000, 'look', look);
    };
    this.time.after(4000, 'look', look);
    const inTime = await this.time.run(deadline, () => isSettled);
    const { wrong, states } = await checkWorld(
      this.db,
      this.#chain,
      this.#owners,
      this.#keys.relayer.address,
    );
    const late = inTime ? [] : [`not settled within ${boundMillis / 1000} virtual seconds of calm`];
    return {
      seed: this.#seed,
      wrong: [...late, ...this.#wrong, ...wrong],
      trace: this.time.trace,
      happenings: this.time.happenings,
      settledAfterSeconds: Math.round((this.time.millis - this.#stormEndsMillis) / 1000),
      counts: { ...this.counts, forks: this.#chain.forks, ...states },
    };
  }

  #tick(): void {
    this.#chain.nextSlot();
    if (this.random.chance(this.rates().fork)) this.#chain.fork();
    this.time.after(this.#chain.pace.slotMillis, 'slot', () => this.#tick());
  }

  #stormTick(): void {
    if (this.time.millis >= this.#stormEndsMillis) return this.rpcNodes.forEach((node) => node.heal());
    for (const node of this.rpcNodes) node.trouble(this.random, this.time.millis);
    if (this.random.chance(this.rates().failover * 20)) {
      this.#count('failovers');
      this.#failoverUntilMillis = this.time.millis + this.random.between(500, 6000);
    }
    this.time.after(this.random.between(300, 3000), 'storm', () => this.#stormTick());
  }

  #startNode(index: number, name: string): void {
    const life = new NodeLife(this, name);
    const clock = this.time.clock(this.random.between(-2000, 2000));
    const client = createChainClient(life.transport);
    const chain: Chain = {
      client,
      witnesses: openWitnesses([client], true),
      keys: this.#keys,
      programId: this.#programId,
      pace: chainPace(client, clock),
      development: null,
      relayers: [this.#keys.relayer],
      followRelayer: (named) => named === this.#keys.relayer.address,
      knownGenesisHash: async () => null,
      deployment: () => Promise.reject(new Error('not simulated')),
      check: async () => {},
      close: async () => {},
    };
    const { db, ids, timers } = life;
    const relay = openRelay({ db, chain, clock, ids, log, metrics, limits, timers });
    // The simulated players pay with SOL.
    registerAuthorityEffects(relay, async () => {});
    for (const job of relay.jobs) void this.#work(life, job);
    this.#nodes[index] = { relay, chain, db, life };
    life.onDeath(() => {
      this.#nodes[index] = null;
      this.time.after(this.random.between(200, 5000), 'restart', () => this.#startNode(index, name));
    });
  }

  async #work(life: NodeLife, job: Relay['jobs'][number]): Promise<void> {
    for (;;) {
      const millis = job.everySeconds * 1000 * (0.75 + 3 * this.random.next());
      await new Promise<void>((resolve) => void life.timers.after(millis, resolve));
      await job.run().catch(() => {});
    }
  }

  async #live(owner: Owner): Promise<void> {
    this.#busyOwners += 1;
    await this.#pursue(owner, this.#wish(owner, 'activate'));
    for (let wishes = 0; wishes < wishesMax && this.time.millis < this.#stormEndsMillis; wishes += 1) {
      await this.time.sleep(this.random.between(0, 4000));
      if (this.random.chance(0.5)) void this.#exit(owner);
      await this.#pursue(owner, this.#wish(owner, this.random.chance(0.35) ? 'rotate' : 'withdraw'));
    }
    this.#busyOwners -= 1;
  }

  #wish({ wallet }: Owner, kind: Wish['kind']): Wish {
    return {
      kind,
      requestHash: this.random.bytes(32),
      nonce: this.#chain.tip.wallets.get(wallet.account)?.nonce ?? 0n,
      to: addressFromBytes(this.random.bytes(32)),
      amount: BigInt(this.random.between(1, 1_000_000)),
    };
  }

  /** Repeats the same request at any node until there is a result. */
  async #pursue(owner: Owner, wish: Wish): Promise<void> {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const node = this.random.pick(this.#nodes);
      const answer = node ? await this.#ask(node, owner, wish) : 'again';
      if (answer !== 'again') return this.#count(answer);
      await this.time.sleep(this.random.between(200, 4000));
    }
    this.#count('given up');
  }

  #ask(node: Node, owner: Owner, wish: Wish): Promise<'done' | 'refused' | 'again'> {
    const { identityId } = owner;
    const request = { identityId, kind: wish.kind, requestHash: wish.requestHash, idempotencyKey: null };
    return new Promise((resolve) => {
      node.life.onDeath(() => resolve('again'));
      carry(node, owner, wish, request).then(
        ({ operation }) => {
          this.#mustHaveLanded(operation);
          return resolve('done');
        },
        (error: unknown) =>
          resolve(error instanceof ServiceError && finalCodes.has(error.code) ? 'refused' : 'again'),
      );
    });
  }

  /**
   * An operation that the relay reports as done must have been in a block. A later fork may drop it, but the
   * report of an RPC node alone is not enough.
   */
  #mustHaveLanded({ kind, signature, accountNonce }: Operation): void {
    const hadEffect = (this.#chain.blocksOf.get(signature) ?? []).some(({ landed }) =>
      landed.some(({ transaction, error }) => transaction.signature === signature && error === null),
    );
    if (!hadEffect)
      this.#wrong.push(`${kind} of nonce ${accountNonce} was answered, and no block ever held it`);
  }

  async #exit(owner: Owner): Promise<void> {
    await this.time.sleep(this.random.between(0, 1500));
    const { nonce, to, amount } = this.#wish(owner, 'withdraw');
    if (nonce === 0n) return;
    this.#count('exits');
    await exitPast(this.#chain, owner, newKey(this.random.bytes(32)), { nonce, to, amount });
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}
