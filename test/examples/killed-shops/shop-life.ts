import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { build } from 'esbuild';
import type { FromShop, ToShop } from './messages.ts';

/** Bundles the process of the shops as plain JavaScript, because it is started often and must start fast. */
export async function bundleShops(folder: string): Promise<string> {
  const file = path.join(folder, 'shops.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'shop-process.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['pg-native'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return file;
}

/** A shop has stopped, or the process has ended. */
export class Died extends Error {}

/** Messages of one shop, taken in order. No message follows after its death. */
class Inbox {
  readonly #messages: FromShop[] = [];
  #diedAt: string | null = null;
  #wake: () => void = () => {};

  put(message: FromShop): void {
    if ('diedAt' in message) this.#diedAt = message.diedAt;
    else this.#messages.push(message);
    this.#wake();
  }

  diedAt(): string | null {
    return this.#diedAt;
  }

  async take<T>(read: (message: FromShop) => T | null): Promise<T> {
    for (;;) {
      for (let message = this.#messages.shift(); message; message = this.#messages.shift()) {
        const found = read(message);
        if (found !== null) return found;
      }
      if (this.#diedAt !== null) throw new Died(this.#diedAt);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

export interface ShopLife {
  send(message: ToShop): void;
  inbox(shop: number): Inbox;
  /** How often a shop has reached each step. */
  steps(shop: number): ReadonlyMap<string, number>;
  /** Sends SIGKILL: no handler runs and nothing is flushed. */
  kill(): Promise<void>;
}

export function startLife(file: string): ShopLife {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  let complaints = '';
  let hasEnded = false;
  child.stderr!.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const inboxes = new Map<number, Inbox>();
  const inbox = (shop: number) => {
    const found = inboxes.get(shop) ?? new Inbox();
    inboxes.set(shop, found);
    return found;
  };
  const reached = new Map<number, Map<string, number>>();
  const steps = (shop: number) => {
    const found = reached.get(shop) ?? new Map<string, number>();
    reached.set(shop, found);
    return found;
  };
  child.on('message', (message: FromShop) => {
    if (!('step' in message)) return inbox(message.shop).put(message);
    const counts = steps(message.shop);
    counts.set(message.step, (counts.get(message.step) ?? 0) + 1);
  });
  const ended = once(child, 'exit');
  child.once('exit', (_code, signal) => {
    hasEnded = signal !== 'SIGKILL';
    for (const [shop, one] of inboxes) if (one.diedAt() === null) one.put({ shop, diedAt: 'any moment' });
  });
  return {
    send: (message) => void child.send(message, () => {}),
    inbox,
    steps,
    async kill() {
      child.kill('SIGKILL');
      await ended;
      if (hasEnded) throw new Error(`the shops ended by themselves: ${complaints}`);
    },
  };
}
