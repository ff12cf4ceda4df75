import { recordAudit } from './audit/index.ts';
import type { Queryable } from './platform/db/index.ts';
import type { Needs } from './platform/needs.ts';
import {
  assertOpens,
  countToReseal,
  createSealer,
  findMasterKeys,
  isSealed,
  lockSealing,
  resealBatches,
  sealClear,
  SealingError,
  type Sealer,
} from './platform/sealing/index.ts';
import { birthMonthColumn } from './families/index.ts';
import { dropClearIdTokenKeys, oidcKeyColumn } from './relying-parties/index.ts';
import { bankAccountColumn, settlementColumn } from './settlements/index.ts';
import { accountKeyColumn } from './transparency/index.ts';
import { dropClearKeys, serviceSecretColumn, signingKeyColumn } from './sessions/index.ts';

/** Everything that the master key seals. */
export const sealedColumns = [
  signingKeyColumn,
  serviceSecretColumn,
  oidcKeyColumn,
  bankAccountColumn,
  settlementColumn,
  accountKeyColumn,
  birthMonthColumn,
];

export interface SealingDeps extends Needs<'config' | 'db' | 'clock' | 'ids'> {
  readonly dataDir: string;
}

/**
 * Opens the sealer for the secrets of this database. A database from before sealing is sealed now. Its
 * signing keys are replaced, because backups have them in plaintext. Secrets that must stay the same, for
 * example the key of burnt credentials, are sealed unchanged. With a master key that does not open the sealed
 * secrets, the service refuses to start and creates no new ones.
 */
export async function openSealing(deps: SealingDeps): Promise<Sealer> {
  const sealer = createSealer(
    deps.ids,
    await findMasterKeys({ ...deps, isSealed: () => isSealed(deps.db, sealedColumns) }),
  );
  await deps.db.transaction(async (tx) => {
    // Nodes that start concurrently take turns. Otherwise the next node would find plaintext that this one is
    // about to seal.
    await lockSealing(tx);
    const wasSealed = await isSealed(tx, sealedColumns);
    await assertOpens(tx, sealer, sealedColumns);
    const now = deps.clock.now();
    await dropClearKeys(tx, now);
    await dropClearIdTokenKeys(tx, now);
    const names = await sealClear(tx, sealer, sealedColumns);
    // Sealing this value would approve a secret that anyone with write access to the database may have
    // chosen.
    if (wasSealed && names.length > 0)
      throw new SealingError(
        `The secrets of this database are sealed, but ${names.join(', ')} of service_secrets is in clear: it was not written by the service. Restore the row from a backup, or delete it.`,
      );
  });
  return sealer;
}

/** Throws unless the master key opens every sealed secret of this database. Changes nothing. */
export async function proveMasterKey(
  deps: Needs<'config' | 'ids'> & { readonly db: Queryable; readonly dataDir: string },
): Promise<void> {
  if (!(await isSealed(deps.db, sealedColumns))) return;
  const keys = await findMasterKeys({ ...deps, isSealed: async () => true });
  await assertOpens(deps.db, createSealer(deps.ids, keys), sealedColumns);
}

interface ResealOptions {
  readonly actor: string;
  readonly reason: string | null;
  readonly batchRows: number;
  /** Called with the numbers of sealed and of all secrets. Throws to stop. */
  onBatch(count: number, total: number): void;
}

/**
 * Seals every secret with the current master key. Returns how many were sealed with another key. Each batch
 * commits; a run that was interrupted is continued by the next one.
 */
export async function resealAll(
  { db, clock, sealer }: Needs<'db' | 'clock' | 'sealer'>,
  { actor, reason, batchRows, onBatch }: ResealOptions,
): Promise<number> {
  const total = await countToReseal(db, sealer, sealedColumns);
  let count = 0;
  try {
    return await resealBatches(db, sealer, sealedColumns, {
      batchRows,
      onBatch(done) {
        count = done;
        onBatch(done, total);
      },
    });
  } finally {
    await recordAudit(db, {
      at: clock.now(),
      identityId: null,
      actor,
      action: 'keys.resealed',
      target: sealer.masterKey,
      details: { count, ...(reason === null ? {} : { reason }) },
      origin: null,
    });
  }
}
