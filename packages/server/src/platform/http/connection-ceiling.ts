import type { Server, Socket } from 'node:net';

export interface ConnectionCeiling {
  /** Whether this connection exceeded the limit when it was opened. */
  isBeyond(socket: Socket): boolean;
}

/**
 * Accepts connections beyond `connectionsMax` only to refuse them: their request gets 503 and they are
 * closed. There is room for another quarter (at least 64); connections beyond that are not accepted.
 */
export function limitConnections(server: Server, connectionsMax: number): ConnectionCeiling {
  const beyond = new WeakSet<Socket>();
  let open = 0;
  server.maxConnections = connectionsMax + Math.max(64, Math.ceil(connectionsMax / 4));
  server.on('connection', (socket: Socket) => {
    open += 1;
    if (open > connectionsMax) beyond.add(socket);
    socket.once('close', () => {
      open -= 1;
    });
  });
  return { isBeyond: (socket) => beyond.has(socket) };
}
