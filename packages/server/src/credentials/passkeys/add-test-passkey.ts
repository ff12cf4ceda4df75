import { rpIdHashFromRpId } from '@pid/protocol';
import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { coseKeyOf } from './adopt-passkey.ts';
import { uuidBytes } from './encoding.ts';
import { insertPasskey } from './passkeys.store.ts';
import type { RelyingParty } from './use-passkey.ts';

export interface TestPasskey {
  readonly identityId: string;
  readonly loginId: string;
  readonly credentialId: string;
  readonly compressedKey: Uint8Array;
  /** Who adds it, for the audit log. */
  readonly actor: string;
  readonly origin: AuditOrigin;
}

/**
 * Adds a passkey whose key a program holds, as the first passkey of a new test player. It counts immediately. Returns
 * the user handle that its assertions carry.
 */
export async function addTestPasskey(
  deps: Needs<'clock' | 'ids'> & { readonly relyingParty: RelyingParty },
  tx: Tx,
  { identityId, loginId, credentialId, compressedKey, actor, origin }: TestPasskey,
): Promise<{ readonly userHandle: string }> {
  const id = deps.ids.uuid();
  const now = deps.clock.now();
  const isNew = await insertPasskey(tx, {
    id,
    identityId,
    credentialId,
    status: 'active',
    name: 'Test passkey',
    compressedKey: Buffer.from(compressedKey),
    coseKey: coseKeyOf(compressedKey),
    rpIdHash: Buffer.from(rpIdHashFromRpId(deps.relyingParty.rpId)),
    counter: 0,
    backupEligible: true,
    backedUp: true,
    transports: ['internal'],
    registeredLoginId: loginId,
    countsFrom: now,
    now,
  });
  if (!isNew) throw refuse('passkey_exists');
  await recordAudit(tx, {
    at: now,
    identityId,
    actor,
    action: 'passkey.registered',
    target: id,
    details: { credentialId, backedUp: true },
    origin,
  });
  return { userHandle: uuidBytes(identityId).toString('base64url') };
}
