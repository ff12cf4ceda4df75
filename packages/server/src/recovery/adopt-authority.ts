import { accountIdFromPid, decodeAccount, findAccountAddress } from '@pid/protocol';
import { observeNewestAuthority } from '../account/index.ts';
import { recordAudit } from '../audit/index.ts';
import { orChainError, type Chain } from '../chain/index.ts';
import type { Adoption } from '../credentials/index.ts';
import { notifyOwner } from '../notices/index.ts';
import { finishByKey, settleOthers } from './recovery.store.ts';

/** What the sign-in of a passkey that we do not know needs of the chain, and what follows when it is the authority. */
export function openAdoption(chain: Chain): Adoption {
  return {
    async authorityOf(pid) {
      const { address } = findAccountAddress(chain.programId, accountIdFromPid(pid));
      // A fork takes back what is only confirmed, and with it would go the way back in.
      const { account } = await orChainError(chain.client.account(address, { commitment: 'finalized' }));
      return account?.owner === chain.programId ? decodeAccount(account.data) : null;
    },
    async take(tx, { identity, authority, epoch, revoked, now }) {
      const identityId = identity.id;
      if (!(await observeNewestAuthority(tx, { identityId, authority, epoch, now }))) return false;
      // The program has cleared all votes with the finish: whatever was open is over.
      await finishByKey(tx, identityId, Buffer.from(authority), now);
      await settleOthers(tx, identityId, now);
      await notifyOwner(tx, { identityId, now, type: 'recovery.finished', data: {} });
      await recordAudit(tx, {
        at: now,
        identityId,
        actor: 'chain',
        action: 'recovery.adopted',
        target: identity.pid,
        details: { epoch, passkeysRevoked: revoked },
        origin: null,
      });
      return true;
    },
  };
}
