import type { Command } from 'commander';
import { ChainUnavailableError, GenesisMismatchError } from '../platform/chain/client/index.ts';
import { KeyError, OperatorTransactionError, DeploymentError } from '../chain/index.ts';
import { chainAirdrop } from './chain-airdrop.ts';
import { chainDeploy } from './chain-deploy.ts';
import type { ChainFlags } from './chain-flags.ts';
import { chainServe } from './chain-serve.ts';
import { chainStatus } from './chain-status.ts';
import { chainIdentity } from './chain-identity.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';

export function addChain(pid: Command, run: Run): void {
  const chain = pid.command('chain').description('the wallet program and the chain it lives on');
  const rpc = ['--rpc <url>', 'the cluster to speak to, instead of PID_SOLANA_RPC_URL'] as const;
  chain
    .command('deploy')
    .description('deploys the wallet program to a cluster, or upgrades and configures it')
    .option(...rpc)
    .option('--priority-fee <microlamports>', 'for each compute unit')
    .action(run(forOperators(chainDeploy)));
  chain
    .command('status')
    .description('what is on the chain, beside what was built')
    .option(...rpc)
    .action(run(forOperators(chainStatus)));
  chain
    .command('identity')
    .description('which chain this database belongs to')
    .option('--forget', 'lets the next start choose, after a mistake: only while no wallet has acted there')
    .action(run(forOperators(chainIdentity)));
  chain
    .command('serve')
    .description('the embedded chain over HTTP, for other tools')
    .option('--port <port>')
    .option('--host <address>')
    .action(run(forOperators(chainServe)));
  chain
    .command('airdrop <address>')
    .description('play money on the embedded chain')
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
