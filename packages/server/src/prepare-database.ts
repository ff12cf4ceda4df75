import { ensureFeeRule, type LedgerConfig } from './ledger/index.ts';
import {
  grantReading,
  grantToService,
  migrate,
  readSchema,
  type RolePolicy,
  type MigrateOptions,
} from './platform/db/index.ts';
import type { Mode } from './platform/settings.ts';
import { refuseOtherMode } from './sandbox/index.ts';

/**
 * The privileges of the service's role where they are narrower than the triggers allow: it reads and appends
 * where rows are permanent, and moves money only through functions, which run with the owner's privileges.
 */
const servicePolicy: RolePolicy = {
  applied_migrations: 'select',
  applied_functions: 'select',
  applied_releases: 'select',
  service_grants: 'select',
  // The first start writes it; a trigger keeps it.
  service_mode: 'select, insert (mode)',
  identities: 'select, insert, update (status, deleted_at, bearer_epoch)',
  // Without the column `name`: only a migration creates accounts of the platform.
  ledger_accounts:
    'select, insert (id, kind, identity_id, client_id, held_for, created_at), update (step_up_amount, daily_limit, notice_amount, next_step_up_amount, next_daily_limit, next_notice_amount, next_limits_from, tier, adult_from, parents, monthly_spend, per_purchase, family_sends, max_rating, unrated_apps)',
  ledger_postings: 'select',
  ledger_entries: 'select',
  ledger_fee_rules: 'select',
  ledger_keys: 'select, insert',
  ledger_receivers: 'select',
  ledger_limit_history: 'select, insert, update, delete',
  ledger_suspense: 'select',
  ledger_audit_runs: 'select, insert',
  ledger_notes_kept: 'select',
  // Only the function that seals months writes these.
  ledger_seals: 'select',
  ledger_closings: 'select',
  security_events: 'select, insert',
  // Only the function of this table deletes, and only address and browser.
  audit_events: 'select, insert (at, identity_id, actor, action, target, details, address, user_agent)',
  // Created and revoked on the command line, by the owner role.
  // mutant (service-role): machine_credentials: 'select' => machine_credentials: 'select, insert, update'
  machine_credentials: 'select',
  // The posting functions write payment, refund and end of a top-up.
  topups:
    'select, insert (id, identity_id, account_id, client_id, app_account_id, amount, global_fee, app_fee, provider_fee, fee_rule, return_to, provider, created_at, expires_at, next_check_at), update (opening_until, next_check_at, checks)',
  // Only the migration sets `precedes_confirmations`.
  topup_confirmations: 'select, insert (topup_id, provider, payment_id, paid, notice, answer, confirmed_at)',
  // The service inserts a payment once; the functions write its outcome.
  payments:
    'select, insert (id, client_id, reference, request_hash, amount, description, app_account_id, hold_account_id, payee_account_id, payee_identity_id, asked_identity_id, capture, capture_within_seconds, return_to, return_origin, expires_at, extend_for_top_up, sku, quantity, item_names, item_image)',
  // The functions write the state of an allowance.
  allowances:
    'select, insert (id, client_id, identity_id, reference, request_hash, amount, period, description, return_to, return_origin, ends_at, due_at)',
  payment_refunds: 'select',
  // Without the date, so that a deletion cannot be backdated.
  payment_texts_kept: 'select, insert (identity_id)',
  // The functions write everything but the notes of the provider's checks, and the sealed number when keys change.
  settlements: 'select, update (account_number, master_key, provider_id, problem, checks, next_check_at)',
  // Memberships end, but are not deleted: the audit of deposits reads them.
  app_members: 'select, insert, update (ended_at)',
  app_events: 'select, insert (client_id, type, data, at)',
  app_event_heads: 'select',
  // The posting functions write the queue, and a function takes from it.
  ledger_unlogged: 'select',
  // Triggers let rows only grow.
  log_heads:
    'select, insert (number, origin, previous, place, root, backfill_until, begun_at), update (size, root, checkpoint, backfilled, place)',
  log_bundles: 'select, insert, update (entries, postings, parts)',
  // A trigger of the bundles writes it.
  log_postings: 'select',
  log_tiles: 'select, insert, update (hashes)',
  log_signers: 'select, insert, update (signs_until)',
  // Trees of earlier days are deleted; totals and roots stay.
  liability_days: 'select, insert, update (anchor_signature, anchor_slot, anchor_memo, anchoring_until)',
  liability_tiles: 'select, insert, delete',
  liability_accounts: 'select, insert, delete',
  reserves: 'select, insert (amount, source, at, entered_by)',
  log_account_keys: 'select, insert, update (sealed_key, master_key, destroy_at), delete',
  log_lost_account_keys: 'select, insert, update (log, size, at)',
  log_audit_runs: 'select, insert (since, findings)',
};

/** The owner of a passkey, and whether it counts: all that the registrar reads before it signs. */
const registrarReads = {
  applied_migrations: 'all',
  applied_functions: 'all',
  applied_releases: 'all',
  identities: 'all',
  passkeys: ['identity_id', 'compressed_key', 'status', 'counts_from'],
} as const;

export interface PrepareOptions extends MigrateOptions {
  /** The role of `pid registrar`, if it has a separate one. */
  readonly registrarRole?: string | null;
  readonly connectionString: string;
  /**
   * Address with the role that owns the tables. Null if the service's role owns them, or if the database is
   * already migrated.
   */
  readonly ownerUrl: string | null;
  readonly packageFolder: string;
  /** Creates the tables that only a sandbox and a development service have. */
  readonly development: boolean;
  /** Refuses a database of another mode, before anything is changed. */
  readonly mode?: Mode;
  /** The fee rule to set in the ledger; without it, the initial rule stays. */
  readonly config?: Pick<LedgerConfig, 'feeBps' | 'feeMinimum'>;
}

/** Migrates as the owner and grants the service's role its privileges. Returns the applied migrations. */
export async function prepareDatabase(options: PrepareOptions): Promise<string[]> {
  const { connectionString, ownerUrl } = options;
  if (options.mode) await refuseOtherMode(ownerUrl ?? connectionString, options.mode);
  const schema = await readSchema(options.packageFolder, options.development);
  const applied = await migrate(ownerUrl ?? connectionString, schema, options);
  if (ownerUrl !== null)
    await grantToService({
      ownerUrl,
      connectionString,
      policy: servicePolicy,
      schema,
    });
  if (options.registrarRole)
    await grantReading(ownerUrl ?? connectionString, options.registrarRole, registrarReads, schema);
  if (options.config)
    await ensureFeeRule(ownerUrl ?? connectionString, {
      bps: BigInt(options.config.feeBps),
      minimum: BigInt(options.config.feeMinimum),
    });
  return applied;
}
