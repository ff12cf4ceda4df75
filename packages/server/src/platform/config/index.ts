export { dataFolder } from './data-folder.ts';
export {
  ConfigError,
  loadConfig,
  readSettings,
  unknownVariables,
  type Config,
  type Environment,
} from './load-config.ts';
export type { MailSender } from './mail-settings.ts';
export { dayMillis, retentionTable, type RetentionDays } from './retention-settings.ts';
export { settings } from './settings.ts';
export type { ProviderConfig } from './read-providers.ts';
export { readMasterKey } from './readers.ts';
