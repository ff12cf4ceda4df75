import { adminSettings } from './admin/index.ts';
import { chainRefusals, chainSettings, registrarRefusals } from './chain/index.ts';
import { checkoutRefusals, checkoutSettings } from './checkout/index.ts';
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

/** Every variable that the service reads. All are optional on a loopback address. */
export const settings = {
  ...platformSettings,
  ...sealingSettings,
  ...pagesSettings,
  ...signInSettings,
  ...sessionSettings,
  ...relyingPartySettings,
  ...adminSettings,
  ...healthSettings,
  ...noticeSettings,
  ...checkoutSettings,
  ...ledgerSettings,
  ...chainSettings,
  ...relaySettings,
  ...sessionGrantSettings,
  ...permissionSettings,
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
