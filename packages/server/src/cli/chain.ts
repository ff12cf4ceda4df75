import type { Command } from 'commander';
import { ChainUnavailableError, GenesisMismatchError } from '../platform/chain/client/index.ts';
import { KeyError, OperatorTransactionError, DeploymentError } from '../chain/index.ts';
import { chainAirdrop } from './chain-airdrop.ts';
import { chainDeploy, chainUpgrade } from './chain-deploy.ts';
import { chainSign, chainSubmit } from './chain-offline.ts';
import { chainAccept, chainPolicy, chainSet, chainWrite } from './chain-steps.ts';
import type { ChainFlags } from './chain-flags.ts';
import { chainServe } from './chain-serve.ts';
import { chainStatus } from './chain-status.ts';
import { chainIdentity } from './chain-identity.ts';
import { CommandError, type CommandContext, type Run, type Shell } from './command.ts';

export function addChain(pid: Command, run: Run, shell: Shell): void {
  const chain = pid.command('chain').description('the wallet program and its chain');
  const rpc = ['--rpc <url>', 'the cluster to use instead of PID_SOLANA_RPC_URL'] as const;
  const unsigned = [
    '--unsigned <address>',
    'prints the message for this address to sign, instead of signing with the configured key',
  ] as const;
  chain
    .command('deploy')
    .description('deploys the wallet program to a cluster, or upgrades and configures it')
    .option(...rpc)
    .option('--priority-fee <microlamports>', 'price per compute unit')
    .action(run(forOperators(chainDeploy)));
  chain
    .command('upgrade')
    .description('replaces the program; needs only the upgrade authority')
    .option(...rpc)
    .option(
      '--buffer <address>',
      'the buffer that `pid chain write` has written; without it, the program is written first',
    )
    .option(...unsigned)
    .action(run(forOperators(chainUpgrade)));
  chain
    .command('write')
    .description(
      'writes the program of this release into a buffer for an upgrade; PID_PAYER_KEY pays, the upgrade authority is not needed',
    )
    .option(...rpc)
    .requiredOption('--authority <address>', 'the upgrade authority that gets the buffer')
    .action(run(forOperators(chainWrite)));
  chain
    .command('set <duty> <address>')
    .description(
      'sets another relayer, registrar or treasury, or proposes an admin; needs only the administrator',
    )
    .option(...rpc)
    .option(...unsigned)
    .action(run(forOperators(chainSet)));
  chain
    .command('accept')
    .description('takes over the administration; needs only the proposed administrator')
    .option(...rpc)
    .option(...unsigned)
    .action(run(forOperators(chainAccept)));
  chain
    .command('policy <bps> <lamports>')
    .description(
      'appends a fee policy: our share of the network fee, and the maximum network fee; needs only the administrator',
    )
    .option(...rpc)
    .option(...unsigned)
    .action(run(forOperators(chainPolicy)));
  chain
    .command('sign <message>')
    .description('signs a message printed by a step with --unsigned, on a machine without a network')
    .action(async (message: string, _flags: object, command: Command) => {
      const { yes = false, json = false } = command.optsWithGlobals<{ yes?: boolean; json?: boolean }>();
      const result = await chainSign(shell, message, async (question) => {
        if (yes || (await shell.confirm?.(question))) return;
        throw new CommandError(`${question} Nothing was done: say --yes to do it.`);
      });
      shell.print(json ? JSON.stringify(result) : result.signature);
    });
  chain
    .command('submit <message> <signature>')
    .description('sends a message that was signed elsewhere')
    .option(...rpc)
    .action(run(forOperators(chainSubmit)));
  chain
    .command('status')
    .description('shows the deployed program next to the built one')
    .option(...rpc)
    .action(run(forOperators(chainStatus)));
  chain
    .command('identity')
    .description('shows the chain to which this database belongs')
    .option('--forget', 'unpins a chain that was pinned by mistake: only while no wallet has acted there')
    .action(run(forOperators(chainIdentity)));
  chain
    .command('serve')
    .description('serves the embedded chain over HTTP, for other tools')
    .option('--port <port>')
    .option('--host <address>')
    .action(run(forOperators(chainServe)));
  chain
    .command('airdrop <address>')
    .description('sends play money on the embedded chain')
    .option('--sol <amount>')
    .option('--tokens <amount>')
    .option('--mint <mint>')
    .action(
      run((context: CommandContext, address: string, flags: ChainFlags) =>
        forOperators(chainAirdrop)(context, flags, address),
      ),
    );
}

function forOperators<Words extends readonly unknown[]>(
  work: (context: CommandContext, ...words: Words) => Promise<void>,
): typeof work {
  return async (context, ...words) => {
    if (context.config.chain === 'off' && (work as unknown) !== chainIdentity)
      throw new CommandError('PID_CHAIN is off: this service has no chain.');
    await work(context, ...words).catch((error: unknown) => {
      if (isForOperator(error)) throw new CommandError(error.message, { cause: error });
      throw error;
    });
  };
}

function isForOperator(error: unknown): error is Error {
  return [
    ChainUnavailableError,
    GenesisMismatchError,
    OperatorTransactionError,
    DeploymentError,
    KeyError,
  ].some((kind) => error instanceof kind);
}
