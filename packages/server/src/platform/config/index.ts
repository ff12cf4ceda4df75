export { ConfigError, loadConfig, unknownVariables, type Config, type Environment } from './load-config.ts';
export { settings } from './settings.ts';
export type { ProviderConfig } from './read-providers.ts';
