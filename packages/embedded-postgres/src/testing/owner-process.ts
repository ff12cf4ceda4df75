import { Client } from 'pg';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { type Circumstances, type EmbeddedPostgresOptions, start } from '../start.ts';

/**
 * What the process does after it owns the folder: serve until its input ends, insert rows until it is killed,
 * or exit.
 */
export type OwnerTask = 'serve' | 'insert' | 'leave';

/** A process that owns a data folder until it is stopped or killed. Started by spawn-owner.ts. */
const [options, circumstances, task]: [EmbeddedPostgresOptions, Circumstances, OwnerTask] = JSON.parse(
  process.argv[2] ?? '',
);

function say(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function insertForever(connectionString: string): Promise<never> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('create table if not exists receipt (id bigserial primary key)');
  for (;;) {
    const { rows } = await client.query<{ id: string }>('insert into receipt default values returning id');
    say({ committed: Number(rows[0]?.id) });
  }
}

async function main(): Promise<void> {
  const server = await start(options, circumstances);
  say({ connectionString: server.connectionString, reused: server.reused });
  if (task === 'leave') return;
  if (task === 'insert') await insertForever(server.connectionString);
  process.stdin.once('end', () => void server.stop().then(() => say({ stopped: true })));
  process.stdin.resume();
}

main().catch((error: unknown) => {
  const code = error instanceof EmbeddedPostgresError ? error.code : 'unexpected';
  say({ code, message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});
