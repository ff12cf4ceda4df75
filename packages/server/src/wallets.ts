import { openAccount, unactivatedVaultGuard, vaultDeletionCheck, type AccountDeps } from './account/index.ts';
import type { AppContext } from './app.ts';
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

/** Everything of the service that lives on the chain, as the rest of the wiring sees it. */
export interface Wallets {
  /** Null where there are no wallets. */
  readonly exit: ExitPages | null;
  /** How the passkey of a recovery past us signs in. */
  readonly adoption: Adoption | null;
  readonly administratorGuards: readonly DeletionGuard[];
  readonly deletionChecks: readonly DeletionCheck[];
  /** Throws a sentence when wallets cannot work. */
  readonly probes: readonly { readonly name: string; readonly isNeeded: false; check(): Promise<void> }[];
  /** What leans on the slices of those who own wallets. */
  addSlices(): Promise<void>;
}

/** Chain and relay are opened now, accounts and game sessions once the identity's slices are there. */
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

/** Whoever has been shown an address to send to must go on finding what was sent: so this is for databases that never had a chain. */
async function noWallets(db: Database): Promise<Wallets> {
  const genesisHash = await findGenesisHash(db);
  if (genesisHash !== null)
    throw new ConfigError([
      `PID_CHAIN is off, and this database belongs to the chain with the genesis ${genesisHash}: its wallets would be out of reach. Where no wallet has acted, \`pid chain identity --forget\` takes the chain away.`,
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
