import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const first = 11_000;
const perWorker = 2500;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 8;
let next = randomInt(perWorker);

/**
 * A port to give to what is started next. It is of this worker's own range, below those which the system hands out by itself: nobody
 * else of this run takes it between this look and its use.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % perWorker;
    const port = first + worker * perWorker + next;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      )
      .listen(port, () => server.close(() => resolve(true)));
  });
}
