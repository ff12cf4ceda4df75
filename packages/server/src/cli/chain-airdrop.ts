import { setTimeout as sleep } from 'node:timers/promises';
import { isAddress } from '@pid/protocol';
import type { Lamports } from '@solana/kit';
import { loadDevChain } from '../load-dev-chain.ts';
import { createChainClient } from '../platform/chain/client/index.ts';
import type { ChainFlags } from './chain-flags.ts';
import { refuseElsewhere, withChainDatabase } from './chain-connection.ts';
import { CommandError, type CommandContext } from './command.ts';

/**
 * Sends play money on the embedded chain: lamports from its faucet and test tokens, which the faucet can
 * mint.
 */
export async function chainAirdrop(
  context: CommandContext,
  flags: ChainFlags,
  address: string,
): Promise<void> {
  if (!isAddress(address))
    throw new CommandError('Name the receiving address: pid chain airdrop ADDRESS --sol 2 --tokens 100');
  refuseElsewhere(context, 'pid chain airdrop');
  const dev = await loadDevChain();
  const lamports = amount('--sol', flags.sol, 9);
  const units = amount('--tokens', flags.tokens, dev.testTokenDecimals);
  if (lamports === 0n && units === 0n)
    throw new CommandError('Say how much: --sol 2, or --tokens 100, or both');
  await withChainDatabase(context, 'require', async (deps) => {
    const access = await dev.openAndSetUp(deps);
    try {
      const client = createChainClient(dev.embeddedTransport(access));
      if (lamports > 0n)
        context.print(
          `Sent ${flags.sol} SOL: ${await client.rpc.requestAirdrop(address, lamports as Lamports).send()}`,
        );
      if (units > 0n) {
        const faucet = await dev.embeddedFaucet(deps.db);
        const mint = await dev.testTokenAddress(faucet.address);
        if (flags.mint !== undefined && flags.mint !== mint)
          throw new CommandError(`--mint must be the test token of this chain, ${mint}`);
        const signature = await dev.mintTestTokens({ client, sleep }, faucet, address, units);
        context.print(`Sent ${flags.tokens} test tokens of ${mint}: ${signature}`);
      }
    } finally {
      await access.close();
    }
  });
}

function amount(flag: string, text: string | undefined, decimals: number): bigint {
  if (text === undefined) return 0n;
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(text);
  if (!match || (match[2]?.length ?? 0) > decimals)
    throw new CommandError(`${flag} must be a number such as 1.5`);
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(decimals, '0')}`);
}
