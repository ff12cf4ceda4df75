import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const first = 11_000;
const perWorker = 2500;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 8;
let next = randomInt(perWorker);

/**
 * Returns a free port. Each worker has a separate range below the ephemeral ports of the system, so that no
 * other process of this run takes the port before it is used.
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
