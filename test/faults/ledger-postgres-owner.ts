import { startEmbeddedPostgres } from '@pid/embedded-postgres';

// Prints the address of the server, and stops it when its input ends.
const server = await startEmbeddedPostgres({
  dataDir: process.argv[2]!,
  settings: { max_connections: '100' },
});
process.stdout.write(`${server.connectionString}\n`);
process.stdin.resume();
process.stdin.once('end', () => void server.stop().then(() => process.exit(0)));
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
