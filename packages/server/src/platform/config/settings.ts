import { limitClasses } from '@pid/contract';
import { chainSettings } from './chain-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { moneySettings } from './money-settings.ts';
import { readProviders, type ProviderConfig } from './read-providers.ts';
import {
  readBaseUrl,
  readDatabaseUrl,
  readFactor,
  readInteger,
  readLimits,
  readOneOf,
  readOriginList,
  readPids,
  readProxies,
  readRedisUrl,
  readReplicaUrl,
  readText,
  readUrl,
  readWords,
} from './readers.ts';
import { retentionSettings } from './retention-settings.ts';
import { sealingSettings } from './sealing-settings.ts';
import { daySeconds, optional, secret, setting, type Setting } from './setting.ts';

/** Every variable that the service reads. All are optional on a loopback address. */
export const settings = {
  port: setting('PID_PORT', 'Port to listen on', readInteger(0, 65_535), 4100),
  host: optional(
    'PID_HOST',
    'Address to listen on',
    readText,
    'localhost only (127.0.0.1 when the base URL is not loopback); :: listens on all addresses, which the image sets',
  ),
  baseUrl: optional(
    'PID_BASE_URL',
    'Public address of the service; passkeys are permanently bound to its host name',
    readBaseUrl,
    'http://localhost:<port>',
  ),
  relatedOrigins: setting(
    'PID_RELATED_ORIGINS',
    'Other https origins that serve these pages, comma-separated: passkeys of PID_BASE_URL sign in and confirm there (WebAuthn related origins); wallets stay on PID_BASE_URL',
    readOriginList,
    [],
    'none',
  ),
  refusedHandleWords: setting(
    'PID_REFUSED_HANDLE_WORDS',
    'Words that no new handle may contain, comma-separated, in addition to the built-in English and Indonesian insults',
    readWords,
    [],
    'none',
  ),
  helpUrl: optional(
    'PID_HELP_URL',
    'Your own help page, instead of the built-in one',
    readUrl,
    'the built-in /help',
  ),
  privacyUrl: optional('PID_PRIVACY_URL', 'Your own privacy page', readUrl, 'the built-in one'),
  termsUrl: optional('PID_TERMS_URL', 'Your own terms page', readUrl, 'the built-in one'),
  contact: optional(
    'PID_CONTACT',
    'Contact for players: a mail address or an https address, shown on the help page',
    readText,
    'none',
  ),
  dataDir: setting('PID_DATA_DIR', 'Folder of the embedded database', readText, '', '.pid in the checkout'),
  databaseUrl: secret(
    'PID_DATABASE_URL',
    'PostgreSQL 15 or later; several hosts separated by commas, one of which accepts writes',
    readDatabaseUrl,
    'an embedded PostgreSQL in the data folder',
  ),
  databaseOwnerUrl: secret(
    'PID_DATABASE_OWNER_URL',
    'Address with the role that owns the tables, migrates and grants; the role of PID_DATABASE_URL then gets only the privileges that it needs',
    readDatabaseUrl,
    'the role of PID_DATABASE_URL migrates too; an embedded PostgreSQL always has both roles',
  ),
  databaseSessionUrl: secret(
    'PID_DATABASE_SESSION_URL',
    'Address that bypasses a transaction-mode pooler, for the few connections that need a database session',
    readDatabaseUrl,
    'PID_DATABASE_URL',
  ),
  databaseReplicaUrl: secret(
    'PID_DATABASE_REPLICA_URL',
    'A standby for reads that may lag: statements of past months, exports, lists of administrators',
    readReplicaUrl,
    'the primary serves them',
  ),
  databasePoolSize: setting('PID_DATABASE_POOL', 'Database connections of one node', readInteger(2, 200), 10),
  namedStatements: setting(
    'PID_DATABASE_NAMED_STATEMENTS',
    'off behind a transaction-mode pooler that cannot keep named statements',
    readOneOf(['on', 'off']),
    'on',
  ),
  redisUrl: secret(
    'PID_REDIS_URL',
    'Redis that shares rate limits between nodes',
    readRedisUrl,
    'each node counts separately',
  ),
  trustedProxies: setting(
    'PID_TRUSTED_PROXIES',
    'Addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas',
    readProxies,
    [],
    'none',
  ),
  rateLimit: setting('PID_RATE_LIMIT', 'Multiplier of all rate limits; 0 turns them off', readFactor, 1),
  rateLimits: setting(
    'PID_RATE_LIMITS',
    `Requests per minute (\`upload\`: per hour) of single classes, such as read=2400,claim=30; the classes are ${Object.keys(limitClasses).join(', ')}`,
    readLimits,
    {},
    'the limits in the OpenAPI document',
  ),
  drainSeconds: optional(
    'PID_DRAIN_SECONDS',
    'How long a stopping node keeps serving while /readyz returns 503, so that load balancers switch to other nodes',
    readInteger(0, 600),
    '5, on loopback 0',
  ),
  connectionsMax: setting(
    'PID_MAX_CONNECTIONS',
    'Maximum open connections of one process; requests on further ones get 503',
    readInteger(1, 1_000_000),
    4096,
  ),
  claimTtlSeconds: setting(
    'PID_CLAIM_TTL_SECONDS',
    'Lifetime of a claim ticket',
    readInteger(1, daySeconds),
    900,
  ),
  codeTtlSeconds: setting('PID_CODE_TTL_SECONDS', 'Lifetime of a login code', readInteger(1, 600), 300),
  accessTtlSeconds: setting(
    'PID_ACCESS_TTL_SECONDS',
    'Lifetime of the pid_access cookie',
    readInteger(1, daySeconds),
    900,
  ),
  providers: secret<ProviderConfig[]>(
    'PID_PROVIDERS',
    'Sign-in providers: JSON array of {id, name, issuer, clientId, clientSecret, scope?, responseMode?}',
    readProviders,
    'the development provider, on loopback only',
  ),
  admins: setting(
    'PID_ADMINS',
    'Identities that may administer, such as alice@pid,bob@pid; each must already be claimed',
    readPids,
    [],
    'none; the command line can always administer',
  ),
  metricsToken: secret(
    'PID_METRICS_TOKEN',
    'Bearer token that may read /metrics from other machines',
    readText,
    'loopback only',
  ),
  logLevel: setting(
    'PID_LOG_LEVEL',
    'debug, info, warn, error or silent',
    readOneOf(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
  ),
  ...sealingSettings,
  ...chainSettings,
  ...mailSettings,
  ...moneySettings,
  ...retentionSettings,
} as const;

export type SettingName = keyof typeof settings;
export type SettingValue<Name extends SettingName> =
  (typeof settings)[Name] extends Setting<infer T> ? T : never;
