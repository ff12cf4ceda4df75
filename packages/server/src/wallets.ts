import { openAccount, unactivatedVaultGuard, vaultDeletionCheck, type AccountDeps } from './account/index.ts';
import type { AppContext } from './app-context.ts';
import { chainRoutes, findGenesisHash, openChain, openSolPrice, type ChainDeps } from './chain/index.ts';
import type { Adoption } from './credentials/index.ts';
import type { DeletionCheck, DeletionGuard } from './identity/index.ts';
import { openDevelopmentChain } from './load-dev-chain.ts';
import { openExitPages, type ExitPages } from './pages/index.ts';
import { ConfigError } from './platform/config/index.ts';
import type { Database } from './platform/db/index.ts';
import type { Slices } from './platform/slice.ts';
import { openAdoption, openRecovery } from './recovery/index.ts';
import { openRelay, relayLimits } from './relay/index.ts';
import { appExists, listSponsors } from './relying-parties/index.ts';
import { openSessionGrants } from './session-grants/index.ts';

/** The parts of the service that use the chain, as the rest of the wiring sees them. */
export interface Wallets {
  /** Null without wallets. */
  readonly exit: ExitPages | null;
  /** Signs in the passkey of a recovery that was made without the service. */
  readonly adoption: Adoption | null;
  readonly administratorGuards: readonly DeletionGuard[];
  readonly deletionChecks: readonly DeletionCheck[];
  /** Throws an error with the reason when wallets cannot work. */
  readonly probes: readonly { readonly name: string; readonly isNeeded: false; check(): Promise<void> }[];
  /** Adds the slices that depend on those of wallet owners. */
  addSlices(): Promise<void>;
}

/** Opens chain and relay now, and accounts and game sessions once the slices of the identity exist. */
export async function openWallets(
  context: AppContext & Pick<ChainDeps, 'secret'>,
  slices: Slices,
  relyingParty: AccountDeps['relyingParty'],
): Promise<Wallets> {
  const { config, db, clock } = context;
  if (config.chain === 'off') return noWallets(db);
  const chain = await openChain(context, openDevelopmentChain);
  const exit = await openExitPages(context.pagesFolder, chain);
  const routes = chainRoutes({
    chain,
    baseUrl: config.baseUrl,
    exitPageSha256: exit.offlineSha256,
    explorerUrl: config.explorerUrl,
    readSolPrice: openSolPrice({
      url: config.solPriceUrl,
      field: config.solPriceField,
      clock,
      log: context.log,
    }),
  });
  slices.add({
    routes,
    mount: async (http) => chain.development?.mount(http),
    close: () => chain.close(),
  });
  const relay = slices.add(openRelay({ ...context, chain, limits: relayLimits(config) }));
  const accounts = { db, clock, chain, relay, relyingParty, listSponsors };
  return {
    exit,
    adoption: openAdoption({ ...context, chain }),
    administratorGuards: [unactivatedVaultGuard(accounts)],
    deletionChecks: [vaultDeletionCheck(chain)],
    probes: [{ name: 'chain', isNeeded: false, check: () => chain.check() }],
    async addSlices() {
      slices.add(openAccount(accounts));
      slices.add(
        openRecovery({ ...context, ...accounts, burnKey: Buffer.from(await context.secret('burn')) }),
      );
      slices.add(
        await openSessionGrants({
          ...context,
          ...accounts,
          appExists: (clientId) => appExists(db, clientId),
        }),
      );
    },
  };
}

/**
 * Only for databases that never had a chain: a player who was shown a deposit address must always find the
 * money sent there.
 */
async function noWallets(db: Database): Promise<Wallets> {
  const genesisHash = await findGenesisHash(db);
  if (genesisHash !== null)
    throw new ConfigError([
      `PID_CHAIN is off, and this database belongs to the chain with the genesis ${genesisHash}: its wallets would be unreachable. If no wallet has been used, remove the chain with \`pid chain identity --forget\`.`,
    ]);
  return {
    exit: null,
    adoption: null,
    administratorGuards: [],
    deletionChecks: [],
    probes: [],
    addSlices: async () => {},
  };
}
