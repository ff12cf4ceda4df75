import { adminSettings } from './admin/index.ts';
import {
  chainRefusals,
  clusterSettings,
  embeddedChainSettings,
  explorerSettings,
  programSettings,
  registrarRefusals,
} from './chain/index.ts';
import { checkoutRefusals, checkoutSettings, providerSettings } from './checkout/index.ts';
import { permissionSettings } from './evm-permissions/index.ts';
import { healthSettings } from './health/index.ts';
import { ledgerSettings } from './ledger/index.ts';
import { noticeRefusals, noticeSettings } from './notices/index.ts';
import { pagesSettings } from './pages/index.ts';
import {
  ConfigError,
  readSettings,
  type Environment,
  type Setting,
  type Values,
} from './platform/config/index.ts';
import { sealingRefusals, sealingSettings } from './platform/sealing/index.ts';
import {
  deriveDefaults,
  logSettings,
  platformRefusals,
  platformSettings,
  type PlatformConfig,
} from './platform/settings.ts';
import { relayRefusals, relaySettings } from './relay/index.ts';
import { relyingPartySettings } from './relying-parties/index.ts';
import { retentionSettings } from './retention.ts';
import { sessionGrantSettings } from './session-grants/index.ts';
import { sessionSettings } from './sessions/index.ts';
import { signInRefusals, signInSettings } from './sign-in/index.ts';

// Settings that are listed before the rest of their group.
const { port, host, baseUrl, relatedOrigins, ...platform } = platformSettings;
const { refusedHandleWords, claimTtlSeconds, ...signIn } = signInSettings;
const { gamePrograms, ...play } = sessionGrantSettings;
const { feeBps, feeMinimum, ...ledger } = ledgerSettings;

/**
 * Every variable that the service reads, in the order in which `pid doctor` lists them. All are optional on a
 * loopback address.
 */
export const settings = {
  port,
  host,
  baseUrl,
  relatedOrigins,
  refusedHandleWords,
  ...pagesSettings,
  ...platform,
  claimTtlSeconds,
  ...relyingPartySettings,
  ...sessionSettings,
  ...signIn,
  ...adminSettings,
  ...healthSettings,
  ...logSettings,
  ...sealingSettings,
  ...clusterSettings,
  ...permissionSettings,
  ...programSettings,
  gamePrograms,
  ...explorerSettings,
  ...relaySettings,
  ...embeddedChainSettings,
  ...play,
  ...noticeSettings,
  ...providerSettings,
  feeBps,
  feeMinimum,
  ...checkoutSettings,
  ...ledger,
  ...retentionSettings,
} as const;

export type Config = Values<typeof settings> & PlatformConfig;

const refusalsOf: readonly ((config: Config) => string[])[] = [
  platformRefusals,
  signInRefusals,
  chainRefusals,
  checkoutRefusals,
  registrarRefusals,
  sealingRefusals,
  noticeRefusals,
  relayRefusals,
];

export function loadConfig(environment: Environment): Config {
  const values = readSettings(environment, settings);
  const config = { ...values, ...deriveDefaults(values) };
  const refusals = refusalsOf.flatMap((refuse) => refuse(config));
  if (refusals.length > 0) throw new ConfigError(refusals);
  return config;
}

/** A misspelt variable would otherwise silently mean its default. */
export function unknownVariables(environment: Environment): string[] {
  const all: Setting<unknown>[] = Object.values(settings);
  const known = new Set(all.flatMap(({ variable, fileVariable }) => [variable, fileVariable]));
  return Object.keys(environment)
    .filter((name) => name.startsWith('PID_') && !name.startsWith('PID_TEST_') && !known.has(name))
    .map((name) => `${name} is not a setting: \`pid doctor\` lists them all`);
}
