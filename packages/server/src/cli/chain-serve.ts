import closeWithGrace from 'close-with-grace';
import { loadDevChain } from '../load-dev-chain.ts';
import type { ChainFlags } from './chain-flags.ts';
import { refuseElsewhere, withChainDatabase } from './chain-connection.ts';
import { CommandError, type CommandContext } from './command.ts';

/** Serves the embedded chain over HTTP to other tools, and to nodes that name it in PID_SOLANA_RPC_URL. */
export async function chainServe(context: CommandContext, flags: ChainFlags): Promise<void> {
  const port = Number(flags.port ?? '8899');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CommandError('--port must be a number from 0 to 65535');
  refuseElsewhere(context, 'pid chain serve');
  const { openAndSetUp, startRpcServer } = await loadDevChain();
  await withChainDatabase(context, 'create', async (deps) => {
    const access = await openAndSetUp(deps);
    try {
      const server = await startRpcServer({
        host: flags.host ?? '127.0.0.1',
        port,
        token: null,
        answer: (request) => access.answer(request),
      });
      context.print(
        `The embedded chain answers at ${server.url}. Press Ctrl+C to stop it; its data is kept.`,
      );
      await new Promise<void>((resolve) =>
        closeWithGrace({ delay: 10_000, logger: false }, async () => {
          await server.close();
          resolve();
        }),
      );
    } finally {
      await access.close();
    }
  });
}
