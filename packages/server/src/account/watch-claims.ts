import {
  accountIdFromPid,
  brandPasskeyPoint,
  decodeClaim,
  findClaimAddress,
  type ClaimAccount,
} from '@pid/protocol';
import type { Chain } from '../chain/index.ts';
import { listActivePasskeys } from '../credentials/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Job } from '../platform/jobs.ts';
import { chunks } from '../relay/index.ts';
import { advancePosition, listUnactivated, storeClaim, type Unactivated } from './claims.store.ts';

interface WatchDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'client' | 'programId'>;
}

/**
 * A claim takes effect after thirty days. At this rate, the watch checks forty million players in that time.
 */
const everySeconds = 60;
const playersMax = 1000;
const accountsPerRead = 100;

/**
 * Checks whether a wallet that was never activated has been claimed, and notifies its owner, who can activate
 * it or claim it with a newer certificate. It checks players without a certificate too, because a thief with
 * the registrar key can issue certificates that the database does not know.
 */
export function claimWatch(deps: WatchDeps): Job {
  return { name: 'watch claims', everySeconds, run: () => watchClaims(deps) };
}

export async function watchClaims(deps: WatchDeps, limit = playersMax): Promise<void> {
  const { after, players } = await listUnactivated(deps.db, limit);
  for (const part of chunks(players, accountsPerRead)) {
    const addresses = part.map(
      ({ pid }) => findClaimAddress(deps.chain.programId, accountIdFromPid(pid)).address,
    );
    const { accounts } = await deps.chain.client.accounts(addresses);
    for (const [index, player] of part.entries()) {
      const account = accounts[index];
      const claim = account?.owner === deps.chain.programId ? decodeClaim(account.data) : null;
      if (claim) await recordClaim(deps, player, claim);
    }
  }
  // After the reads: a batch whose read failed is checked again. Two nodes may check the same batch, but a claim
  // is stored and reported once, and only one of them moves the position.
  await advancePosition(deps.db, after, players.length < limit ? null : players.at(-1)!.id);
}

/** Notifies once per claim. Another passkey or a newer certificate makes a new claim. */
async function recordClaim(
  { db, clock }: WatchDeps,
  player: Unactivated,
  claim: ClaimAccount,
): Promise<void> {
  const now = clock.now();
  const passkeys = await listActivePasskeys(db, player.id);
  const own = passkeys.some(({ compressedKey }) => compressedKey.equals(brandPasskeyPoint(claim.authority)));
  await db.transaction(async (tx) => {
    if (!(await storeClaim(tx, player.id, claim, now))) return;
    await notifyOwner(tx, {
      identityId: player.id,
      now,
      type: 'wallet.claim_opened',
      data: { readyAt: new Date(Number(claim.readyAt) * 1000).toISOString(), own },
    });
  });
}
