import {
  auditFallenCounter,
  counts,
  findActivePasskey,
  listActivePasskeys,
  recordAssertion,
  tooNew,
  verifyAssertion,
  type RelyingParty,
} from '../credentials/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { PermissionPasskeys } from './ports.ts';

const timeoutMillis = 600_000;

/** Lets the passkeys of the credentials slice sign EIP-712 digests. */
export function permissionPasskeys(deps: {
  db: Database;
  clock: Clock;
  relyingParty: RelyingParty;
}): PermissionPasskeys {
  const { db, clock, relyingParty } = deps;
  return {
    async withAssertion({ caller, assertion, challenge, origin }, act) {
      const passkey = await findActivePasskey(db, caller.identityId, assertion.id);
      if (!passkey) throw refuse('passkey_unknown');
      // Apps trust an approval before the chain has seen it, so a passkey that an attacker has just added
      // must not approve.
      if (!counts(passkey, clock.now())) throw tooNew(passkey);
      return auditFallenCounter(deps, { passkey, actor: caller.pid, origin }, async () => {
        const verified = verifyAssertion({ passkey, assertion, challenge, ...relyingParty });
        const { authenticatorData, signature, clientDataTail } = verified;
        // The contract builds everything up to `"origin":"` itself and takes the rest unchanged.
        const tail =
          clientDataTail && Buffer.concat([Buffer.from(`${relyingParty.origin}"`), clientDataTail]);
        return act({
          proof: tail && { authenticatorData, clientDataTail: tail, signature },
          record: (tx) => recordAssertion(tx, { passkey, verified, now: clock.now() }),
        });
      });
    },
    async options(identityId, challenge) {
      const active = await listActivePasskeys(db, identityId);
      const passkeys = active.filter((passkey) => counts(passkey, clock.now()));
      // With an empty list, the browser would offer all passkeys, even too new ones.
      if (active.length > 0 && passkeys.length === 0) throw tooNew(...active);
      return {
        challenge: Buffer.from(challenge).toString('base64url'),
        rpId: relyingParty.rpId,
        timeout: timeoutMillis,
        userVerification: 'required',
        allowCredentials: passkeys.map((passkey) => ({
          id: passkey.credentialId,
          type: 'public-key',
          transports: [...passkey.transports],
        })),
      };
    },
  };
}
