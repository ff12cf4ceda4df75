import { recordAudit } from './audit/index.ts';
import type { Needs } from './platform/needs.ts';
import {
  assertOpens,
  createSealer,
  findMasterKeys,
  isSealed,
  lockSealing,
  reseal,
  sealClear,
  SealingError,
  type Sealer,
} from './platform/sealing/index.ts';
import { dropClearIdTokenKeys, oidcKeyColumn } from './relying-parties/index.ts';
import { dropClearKeys, serviceSecretColumn, signingKeyColumn } from './sessions/index.ts';

const columns = [signingKeyColumn, serviceSecretColumn, oidcKeyColumn];

export interface SealingDeps extends Needs<'config' | 'db' | 'clock' | 'ids'> {
  readonly dataDir: string;
}

/**
 * What opens the secrets of this database. A database that is older than sealing is sealed now: keys that sign are replaced, because
 * its backups have them in clear; what must stay the same, such as the key of burnt credentials, is sealed as it is. A key that does
 * not open what is there refuses to start, and nothing new is made in its place.
 */
export async function openSealing(deps: SealingDeps): Promise<Sealer> {
  const sealer = createSealer(
    deps.ids,
    await findMasterKeys({ ...deps, isSealed: () => isSealed(deps.db, columns) }),
  );
  await deps.db.transaction(async (tx) => {
    // Nodes that start at once take turns, so that what one has sealed is not in clear for the next.
    await lockSealing(tx);
    const wasSealed = await isSealed(tx, columns);
    await assertOpens(tx, sealer, columns);
    const now = deps.clock.now();
    await dropClearKeys(tx, now);
    await dropClearIdTokenKeys(tx, now);
    const names = await sealClear(tx, sealer, columns);
    // Sealing it would vouch for a value that anybody with a hand on the database may have chosen.
    if (wasSealed && names.length > 0)
      throw new SealingError(
        `The secrets of this database are sealed, but ${names.join(', ')} of service_secrets is in clear: somebody wrote it by hand. Restore the row from a backup, or delete it.`,
      );
  });
  return sealer;
}

/** Seals everything with the current master key. Returns how many values another one had sealed. */
export function resealAll(
  deps: Needs<'db' | 'clock' | 'sealer'>,
  { actor, reason }: { readonly actor: string; readonly reason: string | null },
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    await lockSealing(tx);
    const count = await reseal(tx, deps.sealer, columns);
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId: null,
      actor,
      action: 'keys.resealed',
      target: deps.sealer.masterKey,
      details: { count, ...(reason === null ? {} : { reason }) },
      origin: null,
    });
    return count;
  });
}
