import { recordAudit } from '../audit/index.ts';
import { findGenesisHash, forgetGenesisHash } from '../chain/index.ts';
import { systemClock } from '../platform/clock.ts';
import { holdOperations } from '../relay/index.ts';
import type { ChainFlags } from './chain-flags.ts';
import { CommandError, type CommandContext } from './command.ts';
import { withDatabase } from './with-database.ts';

/** Shows the chain that this database belongs to, or forgets it while nothing here means anything on it. */
export async function chainIdentity(context: CommandContext, { forget = false }: ChainFlags): Promise<void> {
  await withDatabase(context, async (db) => {
    const genesisHash = await findGenesisHash(db);
    if (!forget)
      return context.report(
        { genesisHash },
        genesisHash ?? 'None yet: the first chain that a node sees is the one.',
      );
    if (genesisHash === null)
      throw new CommandError('This database belongs to no chain: there is nothing to forget.');
    await context.agree(`This database belongs to the chain ${genesisHash}. Forget it?`);
    await db.transaction(async (tx) => {
      if (await holdOperations(tx))
        throw new CommandError(
          'Wallets have acted on that chain, and their operations mean nothing on another: nothing was done.',
        );
      await forgetGenesisHash(tx);
      const event = { at: systemClock.now(), identityId: null, actor: context.actor, origin: null };
      const details = context.reason === null ? {} : { reason: context.reason };
      await recordAudit(tx, { ...event, action: 'chain.forgotten', target: genesisHash, details });
    });
    context.report(
      { genesisHash: null },
      'Forgotten: the chain that the next node sees is the one. Start the nodes anew.',
    );
  });
}
