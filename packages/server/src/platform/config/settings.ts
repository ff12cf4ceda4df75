import { chainSettings } from './chain-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { moneySettings } from './money-settings.ts';
import { readProviders, type ProviderConfig } from './read-providers.ts';
import { readBaseUrl, readFactor, readInteger, readList, readOneOf, readPids, readText } from './readers.ts';
import { sealingSettings } from './sealing-settings.ts';
import { optional, setting, daySeconds, type Setting } from './setting.ts';

/** Every variable that the service reads. All are optional on a loopback address. */
export const settings = {
  port: setting(
    { variable: 'PID_PORT', meaning: 'Port to listen on', unset: '4100' },
    readInteger(0, 65_535),
    4100,
  ),
  host: optional(
    {
      variable: 'PID_HOST',
      meaning: 'Address to listen on',
      unset: 'localhost, or all addresses when the base URL is not loopback',
    },
    readText,
  ),
  baseUrl: optional(
    {
      variable: 'PID_BASE_URL',
      meaning: 'Public address of the service; passkeys are bound to its host name for ever',
      unset: 'http://localhost:<port>',
    },
    readBaseUrl,
  ),
  dataDir: setting(
    { variable: 'PID_DATA_DIR', meaning: 'Folder of the embedded database', unset: '.pid in the checkout' },
    readText,
    '',
  ),
  databaseUrl: optional(
    {
      variable: 'PID_DATABASE_URL',
      meaning: 'PostgreSQL 15 or later; several hosts with commas between them, of which one takes writes',
      unset: 'an embedded PostgreSQL in the data folder',
      secret: true,
    },
    readText,
  ),
  databaseOwnerUrl: optional(
    {
      variable: 'PID_DATABASE_OWNER_URL',
      meaning:
        'The owner of the tables, who migrates and grants; the role of PID_DATABASE_URL then may do only what it must',
      unset: 'PID_DATABASE_URL migrates too; an embedded PostgreSQL always has both roles',
      secret: true,
    },
    readText,
  ),
  databaseSessionUrl: optional(
    {
      variable: 'PID_DATABASE_SESSION_URL',
      meaning: 'Address past a transaction-mode pooler, for the few connections that need a session',
      unset: 'PID_DATABASE_URL',
      secret: true,
    },
    readText,
  ),
  databasePoolSize: setting(
    { variable: 'PID_DATABASE_POOL', meaning: 'Database connections of one node', unset: '10' },
    readInteger(2, 200),
    10,
  ),
  namedStatements: setting(
    {
      variable: 'PID_DATABASE_NAMED_STATEMENTS',
      meaning: 'off behind a transaction-mode pooler that cannot keep named statements',
      unset: 'on',
    },
    readOneOf(['on', 'off']),
    'on',
  ),
  redisUrl: optional(
    {
      variable: 'PID_REDIS_URL',
      meaning: 'Redis that shares rate limits between nodes',
      unset: 'each node counts for itself',
      secret: true,
    },
    readText,
  ),
  trustedProxies: setting(
    {
      variable: 'PID_TRUSTED_PROXIES',
      meaning: 'Addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas',
      unset: 'none',
    },
    readList,
    [],
  ),
  rateLimit: setting(
    { variable: 'PID_RATE_LIMIT', meaning: 'Multiplier of all rate limits, 0 turns them off', unset: '1' },
    readFactor,
    1,
  ),
  connectionsMax: setting(
    {
      variable: 'PID_MAX_CONNECTIONS',
      meaning: 'Open connections of one process; requests on further ones are answered 503',
      unset: '4096',
    },
    readInteger(1, 1_000_000),
    4096,
  ),
  claimTtlSeconds: setting(
    { variable: 'PID_CLAIM_TTL_SECONDS', meaning: 'Lifetime of a claim ticket', unset: '900' },
    readInteger(1, daySeconds),
    900,
  ),
  codeTtlSeconds: setting(
    { variable: 'PID_CODE_TTL_SECONDS', meaning: 'Lifetime of a login code', unset: '300' },
    readInteger(1, 600),
    300,
  ),
  accessTtlSeconds: setting(
    { variable: 'PID_ACCESS_TTL_SECONDS', meaning: 'Lifetime of pid_access', unset: '900' },
    readInteger(1, daySeconds),
    900,
  ),
  providers: optional<ProviderConfig[]>(
    {
      variable: 'PID_PROVIDERS',
      meaning:
        'Sign-in providers: JSON array of {id, name, issuer, clientId, clientSecret, scope?, responseMode?}',
      unset: 'the development provider, on loopback only',
      secret: true,
    },
    readProviders,
  ),
  admins: setting(
    {
      variable: 'PID_ADMINS',
      meaning:
        'Identities that may administer, such as alice@pid,bob@pid; each must have been claimed before',
      unset: 'none; the command line always may',
    },
    readPids,
    [],
  ),
  metricsToken: optional(
    {
      variable: 'PID_METRICS_TOKEN',
      meaning: 'Bearer token that may read /metrics from elsewhere than loopback',
      unset: 'loopback only',
      secret: true,
    },
    readText,
  ),
  logLevel: setting(
    { variable: 'PID_LOG_LEVEL', meaning: 'debug, info, warn, error or silent', unset: 'info' },
    readOneOf(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
  ),
  ...sealingSettings,
  ...chainSettings,
  ...mailSettings,
  ...moneySettings,
} as const;

export type SettingName = keyof typeof settings;
export type SettingValue<Name extends SettingName> =
  (typeof settings)[Name] extends Setting<infer T> ? T : never;
