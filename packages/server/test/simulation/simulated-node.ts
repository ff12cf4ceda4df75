import type { RpcTransport } from '@solana/kit';
import type { Database, Tx } from '../../src/platform/db/index.ts';
import type { Ids } from '../../src/platform/ids.ts';
import type { Timers } from '../../src/platform/timers.ts';
import { bend, type FaultRates } from './faults.ts';
import type { Random } from './random.ts';
import { RpcRefusal, type Json, type RpcNode } from './simulated-rpc.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface NodeWorld {
  readonly random: Random;
  readonly time: VirtualTime;
  readonly db: Database;
  readonly rpcNodes: readonly RpcNode[];
  rates(): FaultRates;
  /** True while the database has no primary. */
  isFailingOver(): boolean;
  readonly counts: Record<string, number>;
}

/**
 * One run of a service process. Everything that it awaits goes through here, so that it can crash at any of
 * these points. A request in progress may then have taken effect or not, and nothing of the process
 * continues.
 */
export class NodeLife {
  readonly #world: NodeWorld;
  readonly name: string;
  isAlive = true;
  readonly #mourners: (() => void)[] = [];

  constructor(world: NodeWorld, name: string) {
    this.#world = world;
    this.name = name;
  }

  onDeath(mourn: () => void): void {
    this.#mourners.push(mourn);
  }

  get timers(): Timers {
    return {
      after: (millis, call) => {
        let isOff = false;
        this.#world.time.after(millis, `${this.name} timer`, call, () => isOff || !this.isAlive);
        return () => {
          isOff = true;
        };
      },
    };
  }

  get ids(): Ids {
    const { random } = this.#world;
    const hex = (count: number) => random.bytes(count).toString('hex');
    return {
      uuid: () => `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-${hex(6)}`,
      requestId: () => hex(16),
      token: (count = 32) => random.bytes(count).toString('base64url'),
      bytes: (count) => random.bytes(count),
    };
  }

  get db(): Database {
    const { db } = this.#world;
    const inside = (tx: Tx): Tx => ({
      ...tx,
      query: (query, values) => {
        this.#mayDie();
        if (!this.isAlive) throw lost();
        return tx.query(query, values);
      },
    });
    return {
      ...db,
      query: (query, values) => this.#database(() => db.query(query, values)),
      transaction: (work, options) => this.#database(() => db.transaction((tx) => work(inside(tx)), options)),
    };
  }

  get transport(): RpcTransport {
    return async <Response>({ payload }: Parameters<RpcTransport>[0]): Promise<Response> => {
      const { method, params } = payload as { method: string; params: Json[] };
      const { random, time, rpcNodes } = this.#world;
      const node = random.pick(rpcNodes);
      const result = await this.#call(method, random.between(1, 150), async () => {
        try {
          const isLie = random.chance(this.#world.rates().lie);
          // Accepted, but never forwarded to the chain.
          if (isLie && method === 'sendTransaction') return { result: '1'.repeat(64) };
          const right = node.answer(method, params, time.millis);
          return { result: isLie ? bend(random, method, right) : right };
        } catch (error) {
          if (!(error instanceof RpcRefusal)) throw error;
          return { error: { code: error.code, message: error.message } };
        }
      });
      return { jsonrpc: '2.0', id: '1', ...result } as Response;
    };
  }

  #database<T>(work: () => Promise<T>): Promise<T> {
    return this.#call('sql', this.#world.random.between(0, 6), () => {
      if (this.#world.isFailingOver()) throw lost();
      return work();
    });
  }

  /** Makes a call that may be lost on the way there or back. Responses arrive in random order. */
  #call<T>(what: string, millis: number, work: () => Promise<T>): Promise<T> {
    const { random, time, counts } = this.#world;
    return new Promise((resolve, reject) => {
      const isOff = () => !this.isAlive;
      const answer = (settle: () => void) =>
        time.after(random.between(0, millis), `${this.name} ${what} answered`, settle, isOff);
      const begin = async () => {
        const { lostBefore, lostAfter } = this.#world.rates();
        this.#mayDie();
        if (!this.isAlive) return;
        if (random.chance(lostBefore)) {
          counts['lost'] = (counts['lost'] ?? 0) + 1;
          return answer(() => reject(lost()));
        }
        try {
          const result = await work();
          this.#mayDie();
          const isLost = random.chance(lostAfter);
          answer(() => (isLost ? reject(lost()) : resolve(result)));
        } catch (error) {
          answer(() => reject(error));
        }
      };
      time.after(random.between(0, millis), `${this.name} ${what}`, begin, isOff);
    });
  }

  #mayDie(): void {
    if (!this.isAlive || !this.#world.random.chance(this.#world.rates().crash)) return;
    this.isAlive = false;
    this.#world.counts['crashes'] = (this.#world.counts['crashes'] ?? 0) + 1;
    for (const mourn of this.#mourners) mourn();
  }
}

function lost(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
}
