import { findConfigAddress, type Address } from '@pid/protocol';
import type { Lamports } from '@solana/kit';
import { configureProgram, deployProgram, type DeployDeps, type WantedConfig } from '@pid/server/chain';
import type { ChainClient } from '@pid/server/platform/chain/client/index.ts';
import type { Signer } from '@pid/server/platform/chain/index.ts';
import { createTestToken } from './test-token.ts';

const sol = 1_000_000_000n;
/** The game of the examples, deployed with a separate key, as a studio would do. */
interface ExampleGame {
  readonly elf: Uint8Array;
  readonly authority: Signer;
}

/**
 * Brings the embedded chain to the state of a cluster after `pid chain deploy`, with the same code, and adds
 * funded keys and a test token.
 */
export async function setUpEmbedded(
  deps: DeployDeps,
  input: WantedConfig & {
    readonly elf: Uint8Array;
    readonly faucet: Signer;
    readonly game: ExampleGame;
    /** Called with the address of the config before the config is read. */
    readonly beforeConfig: (config: Address) => Promise<void>;
  },
): Promise<string[]> {
  const { keys, faucet } = input;
  await Promise.all([
    fund(deps, keys.upgradeAuthority.address, 10n * sol),
    fund(deps, keys.admin.address, sol),
    fund(deps, keys.relayer.address, 100n * sol),
    fund(deps, keys.playSponsor.address, 10n * sol),
    fund(deps, input.game.authority.address, sol),
    createTestToken(deps, faucet),
  ]);
  const { programId, action } = await deployProgram(deps, keys.upgradeAuthority, input.elf);
  // A program can be called only in the slot after its deployment.
  if (action !== 'unchanged') await deps.sleep(1000);
  await input.beforeConfig(findConfigAddress(programId).address);
  const done = await configureProgram(deps, programId, input);
  const game = await deployProgram(deps, input.game.authority, input.game.elf);
  if (game.action !== 'unchanged') done.push(`The example game ${game.programId} was ${game.action}.`);
  return action === 'unchanged' ? done : [`The program ${programId} was ${action}.`, ...done];
}

/** Airdrops `lamports` if the balance is below a tenth of that. */
async function fund({ client, sleep }: DeployDeps, address: Address, lamports: bigint): Promise<void> {
  if ((await balance(client, address)) * 10n >= lamports) return;
  await client.rpc.requestAirdrop(address, lamports as Lamports).send();
  while ((await balance(client, address)) * 10n < lamports) await sleep(200);
}

async function balance(client: ChainClient, address: Address): Promise<bigint> {
  return (await client.account(address)).account?.lamports ?? 0n;
}
