import path from 'node:path';
import { grantToService, migrate, readMigrations, type RolePolicy } from './platform/db/index.ts';

/**
 * What the role that serves requests may do, beside what triggers refuse to everybody: read and append where rows are for
 * ever, and move money by the posting functions alone.
 */
const servicePolicy: RolePolicy = {
  tables: {
    applied_migrations: 'select',
    service_grants: 'select',
    identities: 'select, insert, update (status, deleted_at, bearer_epoch)',
    ledger_accounts: 'select, insert, update (closed_at)',
    ledger_postings: 'select',
    ledger_entries: 'select',
    ledger_fee_rules: 'select',
    ledger_keys: 'select, insert, delete',
    ledger_audit_runs: 'select, insert',
  },
  definers: ['ledger_post', 'ledger_post_sends'],
};

export interface PrepareOptions {
  readonly connectionString: string;
  /** The owner of the tables. Null: the service's own role owns them, or somebody else has migrated already. */
  readonly ownerUrl: string | null;
  readonly packageFolder: string;
}

/** Migrates as the owner and grants the service's role what it needs. Answers the migrations that were applied. */
export async function prepareDatabase(options: PrepareOptions): Promise<string[]> {
  const { connectionString, ownerUrl } = options;
  const migrations = await readMigrations(path.join(options.packageFolder, 'src'));
  const applied = await migrate(ownerUrl ?? connectionString, migrations);
  if (ownerUrl !== null)
    await grantToService({
      ownerUrl,
      connectionString,
      policy: servicePolicy,
      migrations: migrations.map(({ name }) => name),
    });
  return applied;
}
