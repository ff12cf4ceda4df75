export type { Environment } from './environment.ts';
export {
  readAddress,
  readInteger,
  readList,
  readOneOf,
  readText,
  readUrl,
  readUrlList,
  type Reader,
} from './readers.ts';
export { ConfigError, readSettings } from './read-settings.ts';
export {
  dayMillis,
  daySeconds,
  optional,
  secret,
  setting,
  type Retains,
  type Setting,
  type Settings,
  type Values,
} from './setting.ts';
