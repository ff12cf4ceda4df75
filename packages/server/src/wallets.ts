import { setTimeout as sleep } from 'node:timers/promises';
import { memoInstruction } from '@pid/protocol';
import {
  authorityOf,
  mayStillGuard,
  openAccount,
  passkeysUnderWay,
  unactivatedVaultGuard,
  vaultDeletionCheck,
  type AccountDeps,
} from './account/index.ts';
import type { AppContext } from './app-context.ts';
import {
  chainRoutes,
  findGenesisHash,
  landTransaction,
  openChain,
  openSolPrice,
  type Chain,
  type ChainDeps,
  type SolPriceReader,
} from './chain/index.ts';
import type { Adoption, MayStillGuard } from './credentials/index.ts';
import type { ReadinessProbe } from './health/index.ts';
import type { DeletionCheck, DeletionGuard } from './identity/index.ts';
import { openDevelopmentChain } from './load-dev-chain.ts';
import { openExitPages, type ExitPages } from './pages/index.ts';
import { proveSigner } from './platform/chain/index.ts';
import { ConfigError } from './platform/config/index.ts';
import type { Database } from './platform/db/index.ts';
import type { Slices } from './platform/slice.ts';
import { isGuardianKey, listOpenAttempts, openAdoption, openRecovery } from './recovery/index.ts';
import { openRelay, relayLimits } from './relay/index.ts';
import { appExists, listSponsors } from './relying-parties/index.ts';
import { pageMark } from './sandbox/index.ts';
import { openSessionGrants } from './session-grants/index.ts';
import type { Anchor } from './transparency/index.ts';

/** The chain as the other slices see it. Null and empty without wallets. */
export interface WalletChain {
  readonly chain: Chain | null;
  /** The price of SOL for activations that players pay in rupiah. */
  readonly readSolPrice: SolPriceReader;
  readonly exit: ExitPages | null;
  /** Signs in the passkey of a recovery that was made without the service. */
  readonly adoption: Adoption | null;
  readonly deletionChecks: readonly DeletionCheck[];
  readonly probes: readonly ReadinessProbe[];
}

/** Lets `npm start` sell activations; the help of PID_ACTIVATION_FOR_RUPIAH states it. */
const developmentRupiahPerSol = 2_500_000;

export async function openWalletChain(
  context: AppContext & Pick<ChainDeps, 'secret'>,
  slices: Slices,
): Promise<WalletChain> {
  const { config, clock, log } = context;
  if (config.chain === 'off') {
    await assertNeverHadChain(context.db);
    return {
      chain: null,
      readSolPrice: () => null,
      exit: null,
      adoption: null,
      deletionChecks: [],
      probes: [],
    };
  }
  const chain = await openChain(context, openDevelopmentChain);
  const readSolPrice = openSolPrice({ url: config.solPriceUrl, field: config.solPriceField, clock, log });
  const exit = await openExitPages(context.pagesFolder, chain, pageMark(config.mode));
  slices.add({
    routes: chainRoutes({
      chain,
      baseUrl: config.baseUrl,
      exitPageSha256: exit.offlineSha256,
      explorerUrl: config.explorerUrl,
      readSolPrice,
    }),
    mount: async (http) => chain.development?.mount(http),
    close: () => chain.close(),
  });
  return {
    chain,
    // The test SOL of the development chain is worth nothing, so wallets show no value in rupiah for it.
    readSolPrice:
      chain.development && !config.solPriceUrl
        ? () => ({ idr: developmentRupiahPerSol, at: clock.now().toISOString() })
        : readSolPrice,
    exit,
    adoption: openAdoption({ ...context, chain }),
    deletionChecks: [vaultDeletionCheck(chain)],
    probes: [{ name: 'chain', isNeeded: false, check: () => chain.check() }, ...registrarProbes(config)],
  };
}

/** Writes memos into the chain, signed by the relayer; null without a chain. */
export function memoAnchor(chain: Chain | null): Anchor | null {
  if (!chain) return null;
  const { client, keys } = chain;
  return async (memo) => {
    const { relayer } = keys;
    const signature = await landTransaction({ client, sleep }, relayer, [
      memoInstruction(relayer.address, memo),
    ]);
    const [status] = await client.statuses([signature]);
    return { signature, slot: status?.slot ?? (await client.slot()) };
  };
}

/** Without the registrar, wallets cannot be activated; everything else works. */
function registrarProbes({
  registrarUrl: url,
  registrarToken: token,
}: AppContext['config']): ReadinessProbe[] {
  return url && token
    ? [{ name: 'registrar', isNeeded: false, check: () => proveSigner({ url, token }) }]
    : [];
}

/** What credentials must know about passkeys that wallets use. */
export const walletPasskeys = {
  authorityOf,
  passkeysUnderWay,
  isGuardian: isGuardianKey,
  // During a recovery, the database does not list the new passkey yet, so the known passkeys are not
  // complete.
  mayStillGuard: (async (tx, id, known) =>
    (await listOpenAttempts(tx, [id])).length > 0
      ? null
      : mayStillGuard(tx, id, known)) satisfies MayStillGuard,
};

export interface Wallets {
  /** These also block administrators. */
  readonly guards: readonly DeletionGuard[];
  /** Null without wallets. */
  readonly accounts: AccountDeps | null;
}

/** Opens the slices of wallet owners. */
export async function openWallets(
  context: AppContext &
    Pick<AccountDeps, 'relyingParty' | 'activations' | 'listCounterparties'> &
    Pick<WalletChain, 'chain' | 'readSolPrice'> & { readonly burnKey: Buffer },
  slices: Slices,
): Promise<Wallets> {
  const { db, chain, config, readSolPrice } = context;
  if (!chain) return { guards: [], accounts: null };
  const isSold = (config.activationForRupiah ?? (config.loopback ? 'on' : 'off')) === 'on';
  const offer = isSold ? { readSolPrice, marginBps: BigInt(config.activationMarginBps) } : null;
  const relay = slices.add(openRelay({ ...context, chain, limits: relayLimits(context.config) }));
  const wallets = { ...context, chain, relay, listSponsors, offer };
  slices.add(openAccount(wallets));
  slices.add(openRecovery(wallets));
  slices.add(await openSessionGrants({ ...wallets, appExists: (clientId) => appExists(db, clientId) }));
  return { guards: [unactivatedVaultGuard(wallets)], accounts: wallets };
}

/** A player who was shown a deposit address must always find the money sent there. */
async function assertNeverHadChain(db: Database): Promise<void> {
  const genesisHash = await findGenesisHash(db);
  if (genesisHash !== null)
    throw new ConfigError([
      `PID_CHAIN is off, and this database belongs to the chain with the genesis ${genesisHash}: its wallets would be unreachable. If no wallet has been used, remove the chain with \`pid chain identity --forget\`.`,
    ]);
}
