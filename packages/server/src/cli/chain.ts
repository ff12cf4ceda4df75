import { parseArgs } from 'node:util';
import { ChainUnavailableError, GenesisMismatchError } from '../platform/chain/client/index.ts';
import { KeyError, OperatorTransactionError, DeploymentError } from '../chain/index.ts';
import { chainAirdrop } from './chain-airdrop.ts';
import { chainDeploy } from './chain-deploy.ts';
import { chainFlags, type ChainFlags } from './chain-flags.ts';
import { chainServe } from './chain-serve.ts';
import { chainStatus } from './chain-status.ts';
import { CommandError, type CommandContext } from './command.ts';

const usage = `Usage: pid chain deploy [--rpc URL] [--priority-fee MICROLAMPORTS]
       pid chain status [--rpc URL]
       pid chain serve [--port PORT] [--host ADDRESS]
       pid chain airdrop ADDRESS [--sol AMOUNT] [--tokens AMOUNT [--mint MINT]]`;

const verbs: Record<
  string,
  (context: CommandContext, flags: ChainFlags, words: readonly string[]) => Promise<void>
> = {
  deploy: chainDeploy,
  status: chainStatus,
  serve: chainServe,
  airdrop: chainAirdrop,
};

export async function chain(context: CommandContext): Promise<void> {
  const { flags, words } = readWords(context.words);
  const run = verbs[words[0] ?? ''];
  if (!run) throw new CommandError(usage);
  try {
    await run(context, flags, words.slice(1));
  } catch (error) {
    if (isForOperator(error)) throw new CommandError(error.message, { cause: error });
    throw error;
  }
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

function readWords(args: readonly string[]): { flags: ChainFlags; words: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: chainFlags,
      allowPositionals: true,
    });
    return { flags: values, words: positionals };
  } catch {
    throw new CommandError(usage);
  }
}
