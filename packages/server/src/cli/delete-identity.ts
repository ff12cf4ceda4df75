import { unactivatedVaultGuard } from '../account/index.ts';
import { paymentsEndBefore } from '../before-deletion.ts';
import { openChain } from '../chain/index.ts';
import { cancelOpenTopUps, chooseProvider } from '../checkout/index.ts';
import { identityErasers } from '../erasers.ts';
import { deleteIdentity, type DeletionGuard, type Identity } from '../identity/index.ts';
import { openSealing } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { openRelay, relayLimits } from '../relay/index.ts';
import { serviceSecret } from '../sessions/index.ts';
import { programFolder } from './chain-connection.ts';
import type { CommandContext } from './command.ts';

/** What an administrator's deletion over HTTP does too: the chain is asked about money first, and the provider about payments. */
export async function deleteFromCommand(
  context: CommandContext,
  db: Database,
  { pid, abandonReason }: { readonly pid: string; readonly abandonReason: string | null },
): Promise<Identity> {
  const { config } = context;
  const log = createLogger('warn');
  const metrics = createMetrics();
  const base = { config, db, clock: systemClock, ids: randomIds, log, metrics };
  const sealer = await openSealing({ ...context, ...base });
  const payments = {
    ...base,
    provider: chooseProvider(config, base, (id) => `${config.baseUrl.origin}/checkout/${id}`),
    balanceMax: BigInt(config.balanceMax),
    onAnomaly: (reason: string) => log.warn({ reason }, 'a payment needs an operator'),
  };
  const mayHoldMoney: DeletionGuard = async (queryable, identity) => {
    const secret = (name: string) =>
      serviceSecret({ db, sealer }, name, randomIds.bytes(32), systemClock.now());
    const chain = await openChain({ ...base, secret, programFolder: programFolder(context) });
    const relay = openRelay({ ...base, chain, limits: relayLimits(config) });
    try {
      const relyingParty = { rpId: config.baseUrl.hostname, origin: config.baseUrl.origin };
      return await unactivatedVaultGuard({ ...base, chain, relay, relyingParty })(queryable, identity);
    } finally {
      relay.close();
      await chain.close();
    }
  };
  return deleteIdentity(
    {
      ...base,
      erasers: await identityErasers({ ...base, sealer }),
      beforeDeletion: paymentsEndBefore(db, (holder) => cancelOpenTopUps(payments, holder)),
      administratorGuards: [mayHoldMoney],
    },
    { pid, actor: 'cli', origin: null, ...(abandonReason !== null && { abandonReason }) },
  );
}
