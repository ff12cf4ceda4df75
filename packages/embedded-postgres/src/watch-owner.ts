import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';

/**
 * Stops PostgreSQL when its owner dies without stopping it. A shell waits until the owner's end of a pipe
 * closes, which happens however the owner dies, and then gives another process time to take over the server.
 * A new owner writes a new token to the owner file, which disables the watch of its predecessor. Returns a
 * function that ends the watch.
 */
export async function watchOwner(
  dataDir: string,
  postmasterPid: number,
  graceSeconds = 10,
): Promise<() => Promise<void>> {
  if (process.platform === 'win32') return async () => undefined;
  const token = randomUUID();
  const ownerFile = path.join(dataDir, 'postgres.owner');
  await writeFile(ownerFile, `${token}\n`, { mode: 0o600 });
  const script =
    'read -r _; sleep "$5" || exit; read -r token <"$1"; read -r pid <"$3"; ' +
    '[ "$token" = "$2" ] && [ "$pid" = "$4" ] && kill -INT "$4"';
  const lockFile = path.join(dataDir, 'postgres/postmaster.pid');
  const values = [ownerFile, token, lockFile, String(postmasterPid), String(graceSeconds)];
  // A separate session, so that Ctrl-C at the terminal does not reach the watch. The current folder is /, so
  // that the watch keeps no other folder in use.
  const child = spawn('/bin/sh', ['-c', script, 'pid-watch-owner', ...values], {
    cwd: '/',
    detached: true,
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/bin:/bin` },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}
