import type { MachineRole } from '@pid/contract';
import { recordAudit } from '../audit/index.ts';
import { notify } from '../platform/db/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import { insertMachineCredential, revokeMachineCredential } from './machine-credentials.store.ts';

export const machineTopic = 'machine-credential';
const dayMillis = 86_400_000;

interface By {
  readonly actor: string;
  readonly reason: string | null;
}

/** Returns the secret, which cannot be read again, or null if the name exists or existed. */
export async function addMachineCredential(
  { db, clock, ids }: Needs<'db' | 'clock' | 'ids'>,
  { name, role, days, actor, reason }: By & { name: string; role: MachineRole; days: number },
): Promise<{ secret: string; expiresAt: Date } | null> {
  const secret = `pid_machine_${ids.token(32)}`;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + days * dayMillis);
  return db.transaction(async (tx) => {
    const credential = { name, role, createdAt: now, createdBy: actor, expiresAt };
    if (!(await insertMachineCredential(tx, { ...credential, secretHash: sha256(secret) }))) return null;
    await recordAudit(tx, {
      at: now,
      identityId: null,
      actor,
      action: 'machine.added',
      target: `machine:${name}`,
      details: { role, expiresAt: expiresAt.toISOString(), ...(reason === null ? {} : { reason }) },
      origin: null,
    });
    await notify(tx, machineTopic, name);
    return { secret, expiresAt };
  });
}

/**
 * Revokes the credential on every node within a second. Returns false if it does not exist or is already
 * revoked.
 */
export async function endMachineCredential(
  { db, clock }: Needs<'db' | 'clock'>,
  { name, actor, reason }: By & { name: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    if (!(await revokeMachineCredential(tx, { name, by: actor, now }))) return false;
    await recordAudit(tx, {
      at: now,
      identityId: null,
      actor,
      action: 'machine.revoked',
      target: `machine:${name}`,
      ...(reason === null ? {} : { details: { reason } }),
      origin: null,
    });
    await notify(tx, machineTopic, name);
    return true;
  });
}
