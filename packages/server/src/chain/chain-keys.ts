import type { Address } from '@pid/protocol';
import { remoteSigner, signerFromSeed, type Signer } from '../platform/chain/index.ts';
import type { ChainConfig } from './settings.ts';

/** The keys of a running service. None of them can move a vault; each has one duty. */
export interface ServiceKeys {
  readonly relayer: Signer;
  readonly registrar: Signer;
  readonly playSponsor: Signer;
}

/** The keys of a deployment. A running service does not need them. */
interface OperatorKeys {
  readonly admin: Signer;
  readonly upgradeAuthority: Signer;
}

export type ChainKeys = ServiceKeys & OperatorKeys & { readonly treasury: Address };

type KeyConfig = Pick<
  ChainConfig,
  | 'relayerKey'
  | 'nextRelayerKey'
  | 'registrarKey'
  | 'registrarUrl'
  | 'registrarAddress'
  | 'registrarToken'
  | 'playSponsorKey'
  | 'adminKey'
  | 'upgradeAuthorityKey'
  | 'treasury'
  | 'loopback'
>;

/** Two duties share one key. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/**
 * Returns the configured keys. A missing key is generated once and stored as a secret of this database;
 * `loadConfig` allows this on loopback only.
 */
export async function serviceKeys(
  config: KeyConfig,
  secret: (name: string) => Promise<Uint8Array>,
): Promise<ServiceKeys & { readonly nextRelayer: Signer | null }> {
  const [relayer, registrar, playSponsor] = await Promise.all([
    config.relayerKey ?? made(secret, 'relayer'),
    config.registrarKey ?? remoteRegistrar(config) ?? made(secret, 'registrar'),
    config.playSponsorKey ?? made(secret, 'play-sponsor'),
  ]);
  assertApart({
    PID_RELAYER_KEY: relayer.address,
    PID_REGISTRAR_KEY: registrar.address,
    PID_PLAY_SPONSOR_KEY: playSponsor.address,
    ...(config.nextRelayerKey && { PID_RELAYER_KEY_NEXT: config.nextRelayerKey.address }),
  });
  return { relayer, registrar, playSponsor, nextRelayer: config.nextRelayerKey };
}

export async function chainKeys(
  config: KeyConfig,
  secret: (name: string) => Promise<Uint8Array>,
): Promise<ChainKeys> {
  const [service, admin, upgradeAuthority, treasury] = await Promise.all([
    serviceKeys(config, secret),
    config.adminKey ?? made(secret, 'admin'),
    config.upgradeAuthorityKey ?? made(secret, 'upgrade-authority'),
    config.treasury ?? made(secret, 'treasury').then(({ address }) => address),
  ]);
  assertApart({
    PID_RELAYER_KEY: service.relayer.address,
    PID_REGISTRAR_KEY: service.registrar.address,
    PID_PLAY_SPONSOR_KEY: service.playSponsor.address,
    PID_ADMIN_KEY: admin.address,
    PID_UPGRADE_AUTHORITY_KEY: upgradeAuthority.address,
  });
  return { ...service, admin, upgradeAuthority, treasury };
}

function remoteRegistrar({ registrarUrl, registrarAddress, registrarToken }: KeyConfig): Signer | null {
  if (!registrarUrl || !registrarAddress || !registrarToken) return null;
  return remoteSigner({ url: registrarUrl, address: registrarAddress, token: registrarToken });
}

async function made(secret: (name: string) => Promise<Uint8Array>, duty: string): Promise<Signer> {
  return signerFromSeed(await secret(`chain-${duty}`));
}

/** A leaked key must compromise one duty only. */
function assertApart(addresses: Record<string, Address>): void {
  const seen = new Map<Address, string>();
  for (const [variable, address] of Object.entries(addresses)) {
    const other = seen.get(address);
    if (other)
      throw new KeyError(`${other} and ${variable} are the same key: use a separate key for each duty`);
    seen.set(address, variable);
  }
}
