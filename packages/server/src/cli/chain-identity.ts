import { recordAudit } from '../audit/index.ts';
import { findGenesisHash, forgetGenesisHash } from '../chain/index.ts';
import { systemClock } from '../platform/clock.ts';
import { holdOperations } from '../relay/index.ts';
import type { ChainFlags } from './chain-flags.ts';
import { CommandError, type CommandContext } from './command.ts';
import { withDatabase } from './with-database.ts';

/** Shows the chain to which this database belongs, or unpins it if no stored operation refers to it. */
export async function chainIdentity(context: CommandContext, { forget = false }: ChainFlags): Promise<void> {
  await withDatabase(context, async (db) => {
    const genesisHash = await findGenesisHash(db);
    if (!forget)
      return context.report(
        { genesisHash },
        genesisHash ?? 'None yet: the first chain that a node sees is pinned.',
      );
    if (genesisHash === null)
      throw new CommandError('This database belongs to no chain: there is nothing to forget.');
    await context.agree(`This database belongs to the chain ${genesisHash}. Forget it?`);
    await db.transaction(async (tx) => {
      if (await holdOperations(tx))
        throw new CommandError(
          'Wallets have acted on that chain, and their operations are invalid on another one: nothing was done.',
        );
      await forgetGenesisHash(tx);
      const event = { at: systemClock.now(), identityId: null, actor: context.actor, origin: null };
      const details = context.reason === null ? {} : { reason: context.reason };
      await recordAudit(tx, { ...event, action: 'chain.forgotten', target: genesisHash, details });
    });
    context.report(
      { genesisHash: null },
      'Forgotten: the next chain that a node sees is pinned. Restart the nodes.',
    );
  });
}
