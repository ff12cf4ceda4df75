import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /** Whether this connection exceeded the limit when it was opened. */
  isBeyond(socket: Socket): boolean;
  /** Closes the connections without a request in progress, now and as the others become idle. */
  closeIdle(): void;
}

const idleCheckMillis = 50;

/**
 * Accepts connections beyond `connectionsMax` only to refuse them: their request gets 503 and they are
 * closed. There is room for another quarter (at least 64); connections beyond that are not accepted.
 */
export function limitConnections(server: Server, connectionsMax: number): Connections {
  const open = new Set<Socket>();
  const beyond = new WeakSet<Socket>();
  server.maxConnections = connectionsMax + Math.max(64, Math.ceil(connectionsMax / 4));
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    if (open.size > connectionsMax) beyond.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return { isBeyond: (socket) => beyond.has(socket), closeIdle: () => closeIdle(server, open) };
}

function closeIdle(server: Server, open: ReadonlySet<Socket>): void {
  function closeNow(): void {
    server.closeIdleConnections();
    // Browsers open connections in advance. Node counts one as busy until its first request has arrived.
    // mutant (platform/http/leave): socket.bytesRead === 0 => false
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  }
  closeNow();
  // A busy connection becomes idle when its response is sent; then only we close it.
  const timer = setInterval(closeNow, idleCheckMillis);
  server.once('close', () => clearInterval(timer));
}
