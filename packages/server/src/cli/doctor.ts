import { ConfigError } from '../platform/config/index.ts';
import { loadConfig, settings, unknownVariables, type Config } from '../settings.ts';
import { checkChain } from './check-chain.ts';
import { checkDatabase } from './check-database.ts';
import { checkMachine, checkNode } from './check-machine.ts';
import { checkUpstreams } from './check-upstreams.ts';
import type { Check } from './checks.ts';
import type { Shell } from './command.ts';

/**
 * Lists every setting with its meaning, then checks every connection that the settings name. Returns the exit
 * code.
 */
export async function doctor(shell: Shell, { json = false }: { json?: boolean }): Promise<number> {
  const { environment, print } = shell;
  const listed = Object.values(settings).map(({ variable, meaning, unset, secret }) => {
    const value = environment[variable];
    const file = secret && environment[`${variable}_FILE`] ? '(set by a file)' : null;
    return { variable, meaning, value: value === undefined ? file : secret ? '(set)' : value, unset };
  });
  const checks = await runChecks(shell);
  const isWell = checks.every(({ problem, isWarning }) => problem === null || isWarning);
  if (json) print(JSON.stringify({ isWell, checks, settings: listed }));
  else {
    print('Settings');
    for (const { variable, meaning, value, unset } of listed)
      print(`  ${variable.padEnd(30)} ${meaning}\n  ${''.padEnd(30)} ${value ?? `not set: ${unset}`}`);
    print('\nChecks');
    for (const { what, problem, isWarning } of checks)
      print(
        problem === null ? `  fine   ${what}` : `  ${isWarning ? 'note ' : 'wrong'}  ${what}: ${problem}`,
      );
  }
  return isWell ? 0 : 1;
}

async function runChecks(shell: Shell): Promise<readonly Check[]> {
  const checks = [
    checkNode(),
    ...unknownVariables(shell.environment).map((problem) => ({ what: 'settings', problem })),
  ];
  let config: Config;
  try {
    config = loadConfig(shell.environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...checks, ...error.problems.map((problem) => ({ what: 'settings', problem }))];
  }
  const groups = [checkMachine, checkDatabase, checkUpstreams, checkChain];
  return [...checks, ...(await Promise.all(groups.map((check) => check(config, shell)))).flat()];
}
