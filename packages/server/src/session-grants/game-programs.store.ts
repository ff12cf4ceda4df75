import type { Queryable } from '../platform/db/index.ts';

export interface GameProgramEntry {
  readonly program: string;
  readonly name: string;
  /** The app that the game belongs to, if known. */
  readonly clientId: string | null;
  readonly createdAt: Date;
}

interface Row {
  program: string;
  name: string;
  client_id: string | null;
  created_at: Date;
}

const columns = 'program, name, client_id, created_at';
const toEntry = (row: Row): GameProgramEntry => ({
  program: row.program,
  name: row.name,
  clientId: row.client_id,
  createdAt: row.created_at,
});

export async function listGameProgramEntries(db: Queryable): Promise<GameProgramEntry[]> {
  const { rows } = await db.query<Row>(`select ${columns} from game_programs order by created_at, program`);
  return rows.map(toEntry);
}

/** Adds a program, or replaces the name and the app of an existing entry. */
export async function putGameProgram(
  db: Queryable,
  entry: { program: string; name: string; clientId: string | null; createdBy: string; now: Date },
): Promise<GameProgramEntry> {
  const { rows } = await db.query<Row>(
    `insert into game_programs (program, name, client_id, created_by, created_at) values ($1, $2, $3, $4, $5)
     on conflict (program) do update set name = excluded.name, client_id = excluded.client_id
     returning ${columns}`,
    [entry.program, entry.name, entry.clientId, entry.createdBy, entry.now],
  );
  return toEntry(rows[0]!);
}

export async function deleteGameProgram(db: Queryable, program: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from game_programs where program = $1', [program]);
  return rowCount === 1;
}
