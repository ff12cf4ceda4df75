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

/** The passkeys of the credentials slice as signers of EIP-712 digests. */
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
      // What is approved here is believed by the app that holds it, before any chain is asked: a planted passkey gives none.
      if (!counts(passkey, clock.now())) throw tooNew(passkey);
      return auditFallenCounter(deps, { passkey, actor: caller.pid, origin }, async () => {
        const verified = verifyAssertion({ passkey, assertion, challenge, ...relyingParty });
        const { authenticatorData, signature, clientDataTail } = verified;
        // The contract builds everything up to `"origin":"` itself and takes the rest as it is.
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
      // An empty list would ask for any passkey of the device.
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
