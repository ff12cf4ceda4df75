import { accountProblems, accountSettings } from './account/index.ts';
import { adminSettings } from './admin/index.ts';
import { chainProblems, chainSettings, registrarProblems } from './chain/index.ts';
import { checkoutProblems, checkoutSettings } from './checkout/index.ts';
import { permissionSettings } from './evm-permissions/index.ts';
import { familySettings } from './families/index.ts';
import { healthSettings } from './health/index.ts';
import { ledgerSettings } from './ledger/index.ts';
import { noticeProblems, noticeSettings } from './notices/index.ts';
import { pagesSettings } from './pages/index.ts';
import {
  ConfigError,
  readSettings,
  type Environment,
  type Setting,
  type Values,
} from './platform/config/index.ts';
import { sealingProblems, sealingSettings } from './platform/sealing/index.ts';
import {
  deriveDefaults,
  platformProblems,
  platformSettings,
  type PlatformConfig,
} from './platform/settings.ts';
import { relayProblems, relaySettings } from './relay/index.ts';
import { relyingPartySettings } from './relying-parties/index.ts';
import { retentionSettings } from './retention.ts';
import { sessionGrantSettings } from './session-grants/index.ts';
import { sessionSettings } from './sessions/index.ts';
import { settlementProblems, settlementSettings } from './settlements/index.ts';
import { signInProblems, signInSettings } from './sign-in/index.ts';

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
  ...settlementSettings,
  ...ledgerSettings,
  ...familySettings,
  ...chainSettings,
  ...relaySettings,
  ...accountSettings,
  ...sessionGrantSettings,
  ...permissionSettings,
  ...retentionSettings,
} as const;

export type Config = Values<typeof settings> & PlatformConfig;

const problemFinders: readonly ((config: Config) => string[])[] = [
  platformProblems,
  signInProblems,
  chainProblems,
  checkoutProblems,
  settlementProblems,
  registrarProblems,
  sealingProblems,
  noticeProblems,
  relayProblems,
  accountProblems,
];

export function loadConfig(environment: Environment): Config {
  const values = readSettings(environment, settings);
  const config = { ...values, ...deriveDefaults(values) };
  const problems = problemFinders.flatMap((find) => find(config));
  if (problems.length > 0) throw new ConfigError(problems);
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
