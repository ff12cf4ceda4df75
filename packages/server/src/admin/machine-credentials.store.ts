import type { MachineRole } from '@pid/contract';
import type { Queryable, Tx } from '../platform/db/index.ts';

export interface MachineCredential {
  readonly name: string;
  readonly role: MachineRole;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
}

const columns = `name, role, created_at as "createdAt", created_by as "createdBy", expires_at as "expiresAt",
  revoked_at as "revokedAt", revoked_by as "revokedBy"`;

/** Returns false if the name exists or existed; of two concurrent calls, only one succeeds. */
export async function insertMachineCredential(
  tx: Tx,
  credential: Omit<MachineCredential, 'revokedAt' | 'revokedBy'> & { readonly secretHash: Buffer },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into machine_credentials (name, role, secret_hash, created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (name) do nothing`,
    [
      credential.name,
      credential.role,
      credential.secretHash,
      credential.createdAt,
      credential.createdBy,
      credential.expiresAt,
    ],
  );
  return rowCount === 1;
}

/** Of two concurrent calls, only one returns true. */
export async function revokeMachineCredential(
  tx: Tx,
  { name, by, now }: { name: string; by: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update machine_credentials set revoked_at = $3, revoked_by = $2 where name = $1 and revoked_at is null',
    [name, by, now],
  );
  return rowCount === 1;
}

export async function listMachineCredentials(db: Queryable): Promise<MachineCredential[]> {
  const { rows } = await db.query<MachineCredential>(
    `select ${columns} from machine_credentials order by created_at, name`,
  );
  return rows;
}

/** Reads all credentials that are not revoked; operators have only a few. */
export async function listLiveCredentials(
  db: Queryable,
): Promise<(Pick<MachineCredential, 'name' | 'role' | 'expiresAt'> & { secretHash: string })[]> {
  const { rows } = await db.query<
    Pick<MachineCredential, 'name' | 'role' | 'expiresAt'> & { secretHash: string }
  >(
    `select name, role, expires_at as "expiresAt", encode(secret_hash, 'hex') as "secretHash" from machine_credentials
     where revoked_at is null`,
  );
  return rows;
}
