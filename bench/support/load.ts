import { connect, type Socket } from 'node:net';
import { processorMicros } from './processes.ts';
import { at, median } from './results.ts';
import { settings } from './settings.ts';

/** An HTTP server and the requests that are sent to it. */
export interface Target {
  readonly name: string;
  readonly port: number;
  /** Returns the bytes of a whole request. Called for each request, so that requests can differ. */
  next(): Buffer;
  /** Name of the target that it is compared with; its own name if it is itself a yardstick. */
  readonly yardstick: string;
  /** Processes whose processor time is counted, including their children. */
  readonly processIds: readonly number[];
  /** Target of every second connection; the same target if absent. */
  readonly otherSide?: Pick<Target, 'port' | 'next'>;
  /** Runs before each measurement and is not measured. */
  prepare?(seconds: number): Promise<void>;
}

export interface Sample {
  readonly perSecond: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly processorMicros: number;
}

const answerMillisMax = 30_000;

/**
 * Sends requests in a closed loop over persistent connections, one at a time on each. Existing load
 * generators do not fit: latencies below a millisecond matter here, login codes are single-use, so every
 * request must differ, and on two cores a generator that costs more than the server would favour the slower
 * of two servers.
 */
export async function measure(target: Target, connections: number, seconds: number): Promise<Sample> {
  await target.prepare?.(seconds);
  const sides = [target, target.otherSide ?? target];
  const sockets = await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const side = sides[index % 2]!;
      return { socket: await open(side.port), side };
    }),
  );
  const driveAll = (until: number, latencies: number[]) =>
    Promise.all(
      sockets.map(({ socket, side }) =>
        drive(socket, { name: target.name, next: () => side.next() }, until, latencies),
      ),
    );
  // One request on every connection before the measurement: a server under load accepts one connection in
  // each turn of its event loop, so some connections would wait during the whole measurement.
  await driveAll(0, []);
  const before = await processorMicros(target.processIds);
  const started = performance.now();
  const deadline = started + seconds * 1000;
  const latencies: number[] = [];
  await driveAll(deadline, latencies);
  const elapsed = (performance.now() - started) / 1000;
  const spent = (await processorMicros(target.processIds)) - before;
  for (const { socket } of sockets) socket.destroy();
  const sorted = Float64Array.from(latencies).toSorted();
  return {
    perSecond: sorted.length / elapsed,
    p50: at(sorted, 0.5),
    p90: at(sorted, 0.9),
    p99: at(sorted, 0.99),
    processorMicros: spent / sorted.length,
  };
}

/**
 * Runs a target until it gets no faster. A fixed number of seconds is not enough, because code is compiled
 * after a number of requests, and a slow server needs more time for as many requests.
 */
export async function warmUp(target: Target, connections: number): Promise<void> {
  let best = 0;
  for (let pass = 0; pass < settings.warmUp.passesMax; pass += 1) {
    const { perSecond } = await measure(target, connections, settings.warmUp.seconds);
    if (perSecond < best * 1.05 && pass >= 2) return;
    best = Math.max(best, perSecond);
  }
}

/**
 * A target compared with its yardstick: medians of the ratios of each round. Both ratios are 1 if there is no
 * yardstick.
 */
export interface Compared extends Sample {
  readonly ratio: number;
  readonly processorRatio: number;
}

/**
 * Measures in short rounds that alternate between the targets, and returns medians. The speed of a shared
 * machine can change by half from one second to the next, so only measurements taken right after each other
 * are comparable.
 */
export async function interleave(
  targets: readonly Target[],
  options: { connections: number; rounds: number; seconds: number },
): Promise<Map<string, Compared>> {
  const samples = new Map<string, Sample[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < options.rounds; round += 1) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      samples.get(target.name)!.push(await measure(target, options.connections, options.seconds));
    }
  }
  return new Map(
    targets.map(({ name, yardstick }) => {
      const taken = samples.get(name)!;
      return [name, { ...medians(taken), ...compare(taken, samples.get(yardstick) ?? taken) }];
    }),
  );
}

function medians(taken: readonly Sample[]): Sample {
  const middle = (key: keyof Sample) => median(taken.map((sample) => sample[key]));
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p90: middle('p90'),
    p99: middle('p99'),
    processorMicros: middle('processorMicros'),
  };
}

function compare(taken: readonly Sample[], yardstick: readonly Sample[]) {
  const pairs = taken.map((sample, round) => [sample, yardstick[round]!] as const);
  return {
    ratio: median(pairs.map(([own, other]) => own.perSecond / other.perSecond)),
    processorRatio: median(pairs.map(([own, other]) => other.processorMicros / own.processorMicros)),
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: 'localhost', port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

function drive(
  socket: Socket,
  target: Pick<Target, 'name' | 'next'>,
  deadline: number,
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let pending: Buffer | null = null;
    const fail = (reason: string) => reject(new Error(`${target.name}: ${reason}`));
    const send = (now: number) => {
      sentAt = now;
      socket.write(target.next());
    };
    socket.setTimeout(answerMillisMax, () => fail(`no answer for ${answerMillisMax / 1000} s`));
    socket.on('error', (error) => fail(error.message));
    socket.on('close', () => fail('the connection was closed'));
    socket.on('data', (chunk: Buffer) => {
      const answer: Buffer = pending ? Buffer.concat([pending, chunk]) : chunk;
      const whole = readAnswer(answer);
      if (whole === null) {
        pending = answer;
        return;
      }
      pending = null;
      if (whole.status < 200 || whole.status > 299) return fail(answer.toString('utf8').slice(0, 600));
      const now = performance.now();
      latencies.push(now - sentAt);
      if (now < deadline) send(now);
      else {
        for (const event of ['data', 'error', 'close', 'timeout']) socket.removeAllListeners(event);
        resolve();
      }
    });
    send(performance.now());
  });
}

/** Returns null until the response is complete. */
function readAnswer(answer: Buffer): { status: number } | null {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = answer.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const length = /\ncontent-length: *(\d+)/i.exec(head);
  if (length) return answer.length >= headEnd + 4 + Number(length[1]) ? { status } : null;
  if (status === 204) return { status };
  // A chunked response ends with an empty chunk.
  return answer.toString('latin1', answer.length - 5) === '0\r\n\r\n' ? { status } : null;
}

export interface RequestParts {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly port: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function requestBytes({ method = 'GET', path, port, headers = {}, body }: RequestParts): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: localhost:${port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** Returns the items in turn, and starts again after the last one. */
export function cycle<T>(items: readonly T[]): () => T {
  let index = -1;
  return () => {
    index = (index + 1) % items.length;
    return items[index]!;
  };
}
