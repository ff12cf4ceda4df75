import { ConfigError, dataFolder, loadConfig, type Environment } from '../platform/config/index.ts';
import { MigrationRightError } from '../platform/db/index.ts';
import { SealingError } from '../platform/sealing/index.ts';
import { admin } from './admin.ts';
import { chain } from './chain.ts';
import { CommandError, type CommandContext } from './command.ts';
import { doctor } from './doctor.ts';
import { keys } from './keys.ts';
import { ledger } from './ledger.ts';
import { migrateCommand } from './migrate-command.ts';
import { registrar } from './registrar.ts';
import { start } from './start.ts';

const commands: Record<string, (context: CommandContext) => Promise<void>> = {
  start,
  migrate: migrateCommand,
  keys,
  admin,
  chain,
  ledger,
  registrar,
};

const usage = `Usage: pid <command>

  start [--workers N]   serves API and pages, with N processes on one port
  migrate               brings the database up to date and ends
  keys rotate           signs with a new key from now on; nobody is signed out
  keys rotate --revoke  the same after a leak: what the old key signed is worthless at once
  keys reseal           seals the secrets in the database with PID_MASTER_KEY anew, after PID_MASTER_KEY_PREVIOUS
  admin suspend|reactivate|delete <pid>
  admin verify|unverify <client_id>
  admin pause|resume <client_id> [--reason TEXT]
  chain deploy          deploys the wallet program to a cluster, or upgrades and configures it
  chain status          what is on the chain, beside what was built
  chain serve           the embedded chain over HTTP, for other tools
  chain airdrop         play money on the embedded chain
  ledger audit          proves every rule of the ledger, or names the rows that break one
  ledger fees [days]    fee income by day
  ledger clawback       takes back a top-up whose payer got the money back
  registrar             holds the registrar key in a process of its own and signs activations only
  doctor                lists every setting and checks the environment`;

/** Returns the exit code. Whatever an operator can mend is one sentence, not a stack. */
export async function runCommand(
  words: readonly string[],
  environment: Environment,
  packageFolder: string,
  print: (sentence: string) => void,
): Promise<number> {
  const [name = 'start', ...rest] = words;
  if (name === 'doctor') return doctor(environment, packageFolder, print);
  const command = commands[name];
  if (!command) {
    print(usage);
    return name === 'help' || name === '--help' ? 0 : 2;
  }
  try {
    const config = loadConfig(environment);
    await command({
      config,
      environment,
      dataDir: dataFolder(config, packageFolder),
      packageFolder,
      words: rest,
      print,
    });
    return 0;
  } catch (error) {
    const sentences = explain(error);
    if (!sentences) throw error;
    for (const sentence of sentences) print(sentence);
    return 1;
  }
}

function explain(error: unknown): string[] | null {
  if (error instanceof ConfigError) return [...error.problems];
  if ([CommandError, MigrationRightError, SealingError].some((type) => error instanceof type))
    return [(error as Error).message];
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return [
      `Port ${port} on ${address} is taken by another process: stop it, or set PID_PORT to another port.`,
    ];
  if (code === 'EACCES' && port)
    return [`Port ${port} may not be opened by this user: set PID_PORT to 1024 or more.`];
  return null;
}
