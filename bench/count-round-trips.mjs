// Loaded into a node with --import: counts its round trips to PostgreSQL and tells the benchmark. The driver is
// bundled into the server, so this reads what it sends: PostgreSQL answers each Query and each Sync message once,
// and the driver waits for that answer (PostgreSQL, "Message Flow").
import { createServer } from 'node:http';
import { Socket } from 'node:net';

const [query, sync] = [0x51, 0x53];
let count = 0;

const databases = new WeakSet();
const { connect } = Socket.prototype;
Socket.prototype.connect = function noted(...args) {
  // The benchmark's PostgreSQL listens on a Unix socket.
  if (typeof args[0] === 'string' && args[0].includes('.s.PGSQL.')) databases.add(this);
  return connect.apply(this, args);
};

const { write } = Socket.prototype;
Socket.prototype.write = function counted(chunk, ...rest) {
  // The first message of a connection has no type; its first byte is the high byte of a length.
  if (databases.has(this) && Buffer.isBuffer(chunk) && chunk[0] !== 0)
    for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1))
      if (chunk[at] === query || chunk[at] === sync) count += 1;
  return write.call(this, chunk, ...rest);
};

createServer((_, response) => response.end(String(count)))
  .listen(Number(process.env.BENCH_COUNTER_PORT), '127.0.0.1')
  .unref();
