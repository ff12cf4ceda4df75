import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '../../platform/clock.ts';
import { hasTable, type Queryable } from '../../platform/db/index.ts';

/**
 * Deletes expired records, which contain e-mail addresses, also where the provider no longer runs: a
 * development database may become a public one.
 */
export async function sweepRecords(db: Queryable, now: Date): Promise<void> {
  if (!(await hasTable(db, 'development_provider_records'))) return;
  await db.query('delete from development_provider_records where expires_at < $1', [now]);
}

/**
 * Storage of the provider. `consume` uses one conditional statement, because the adapter must make it atomic.
 */
export function recordsAdapter(db: Queryable, clock: Clock): new (model: string) => Adapter {
  async function find(where: string, values: unknown[]): Promise<AdapterPayload | undefined> {
    const { rows } = await db.query<{ payload: AdapterPayload; consumed_at: Date | null }>(
      `select payload, consumed_at from development_provider_records where ${where} and expires_at > $3`,
      [...values, clock.now()],
    );
    const row = rows[0];
    if (!row) return undefined;
    return row.consumed_at
      ? { ...row.payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
      : row.payload;
  }

  return class RecordsAdapter implements Adapter {
    readonly #model: string;

    constructor(model: string) {
      this.#model = model;
    }

    async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
      const expiresAt = new Date(clock.nowMillis() + (expiresInSeconds || 3600) * 1000);
      await db.query(
        `insert into development_provider_records (model, id, payload, grant_id, uid, expires_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
        [this.#model, id, payload, payload.grantId ?? null, payload.uid ?? null, expiresAt],
      );
    }

    find(id: string): Promise<AdapterPayload | undefined> {
      return find('model = $1 and id = $2', [this.#model, id]);
    }

    findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return find('model = $1 and uid = $2', [this.#model, uid]);
    }

    async findByUserCode(): Promise<undefined> {
      return undefined;
    }

    async consume(id: string): Promise<void> {
      const { rowCount } = await db.query(
        'update development_provider_records set consumed_at = $3 where model = $1 and id = $2 and consumed_at is null',
        [this.#model, id, clock.now()],
      );
      if (rowCount !== 1) throw new Error('already consumed');
    }

    async destroy(id: string): Promise<void> {
      await db.query('delete from development_provider_records where model = $1 and id = $2', [
        this.#model,
        id,
      ]);
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await db.query('delete from development_provider_records where grant_id = $1', [grantId]);
    }
  };
}
