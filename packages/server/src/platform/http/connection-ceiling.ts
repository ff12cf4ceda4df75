import type { Server, Socket } from 'node:net';

export interface ConnectionCeiling {
  /** Whether this connection was one too many when it came. */
  isBeyond(socket: Socket): boolean;
}

/**
 * Connections beyond `connectionsMax` are there to be told so: their request is answered 503 and they close. There is room for as many
 * again as a quarter of it; what comes on top of that is not accepted.
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
