import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { impossible, invalid, refuse } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import { isVisible } from '../../platform/visible-text.ts';
import type { AuthorityOf } from './authority-of.ts';
import { listPasskeys, type ListedPasskey } from './list-passkeys.ts';
import { updatePasskeyName } from './passkeys.store.ts';

export async function renamePasskey(
  deps: { db: Database; clock: Clock; authorityOf: AuthorityOf },
  input: { caller: UserCaller; passkeyId: string; name: string; origin: AuditOrigin },
): Promise<ListedPasskey> {
  const { identityId, pid } = input.caller;
  const name = cleanName(input.name);
  return deps.db.transaction(async (tx) => {
    const id = await updatePasskeyName(tx, identityId, input.passkeyId, name);
    if (!id) throw refuse('no_such_passkey');
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId,
      actor: pid,
      action: 'passkey.renamed',
      target: id,
      origin: input.origin,
    });
    const renamed = (await listPasskeys({ ...deps, db: tx }, identityId)).find(
      (passkey) => passkey.id === id,
    );
    return renamed ?? impossible('a renamed passkey is not listed');
  });
}

/**
 * Trims the name and refuses one without visible characters, because such passkeys could not be told apart.
 */
export function cleanName(name: string): string {
  const clean = name.trim();
  if (!isVisible(clean) || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(clean))
    throw invalid('name must be 1-64 visible characters');
  return clean;
}
