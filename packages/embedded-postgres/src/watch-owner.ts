import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';

const GRACE_SECONDS = 10;

/**
 * Stops PostgreSQL when its owner dies without stopping it. A shell waits until the owner's end of a pipe
 * closes, which happens however the owner dies, and then gives another process time to take over the server.
 * A new owner writes a new token to the owner file, which disables the watch of its predecessor.
 */
export async function watchOwner(
  dataDir: string,
  cluster: string,
  postmasterPid: number,
  graceSeconds = GRACE_SECONDS,
): Promise<() => Promise<void>> {
  if (process.platform === 'win32') return async () => undefined;
  const token = randomUUID();
  const ownerFile = path.join(dataDir, 'postgres.owner');
  await writeFile(`${ownerFile}.${token}`, `${token}\n${process.pid}\n`, { mode: 0o600 });
  await rename(`${ownerFile}.${token}`, ownerFile);
  const script =
    'read -r _; sleep "$5" || exit; read -r token <"$1"; read -r pid <"$3"; ' +
    '[ "$token" = "$2" ] && [ "$pid" = "$4" ] && kill -INT "$4"';
  const values = [
    ownerFile,
    token,
    path.join(cluster, 'postmaster.pid'),
    String(postmasterPid),
    String(graceSeconds),
  ];
  // A separate session, so that Ctrl-C at the terminal does not reach the watch. The current folder is /, so
  // that the watch keeps no other folder in use.
  const child = spawn('/bin/sh', ['-c', script, 'pid-watch-owner', ...values], {
    cwd: '/',
    detached: true,
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/bin:/bin` },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined);
  try {
    await once(child, 'spawn');
  } catch {
    // A container without a shell ends with its first process, so no watch is needed.
    return async () => undefined;
  }
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.ref();
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
    await exited;
  };
}
