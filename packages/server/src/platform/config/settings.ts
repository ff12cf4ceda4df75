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
    'this machine alone (localhost, or 127.0.0.1 when the base URL is not loopback); :: for all addresses, which the image sets',
  ),
  baseUrl: optional(
    'PID_BASE_URL',
    'Public address of the service; passkeys are bound to its host name for ever',
    readBaseUrl,
    'http://localhost:<port>',
  ),
  relatedOrigins: setting(
    'PID_RELATED_ORIGINS',
    'Other https origins that show this service, comma-separated: passkeys of PID_BASE_URL sign in and confirm there (WebAuthn related origins); wallets stay on PID_BASE_URL',
    readOriginList,
    [],
    'none',
  ),
  refusedHandleWords: setting(
    'PID_REFUSED_HANDLE_WORDS',
    'Words that no new handle may have, comma-separated, beside the built-in insults of English and Indonesian',
    readWords,
    [],
    'none',
  ),
  helpUrl: optional(
    'PID_HELP_URL',
    'Page of help of your own, in place of the built-in one',
    readUrl,
    'the built-in /help',
  ),
  privacyUrl: optional('PID_PRIVACY_URL', 'Page about privacy of your own', readUrl, 'the built-in one'),
  termsUrl: optional('PID_TERMS_URL', 'Page of terms of your own', readUrl, 'the built-in one'),
  contact: optional(
    'PID_CONTACT',
    'Where players write to: a mail address or an https address, shown on the page of help',
    readText,
    'none',
  ),
  dataDir: setting('PID_DATA_DIR', 'Folder of the embedded database', readText, '', '.pid in the checkout'),
  databaseUrl: secret(
    'PID_DATABASE_URL',
    'PostgreSQL 15 or later; several hosts with commas between them, of which one takes writes',
    readDatabaseUrl,
    'an embedded PostgreSQL in the data folder',
  ),
  databaseOwnerUrl: secret(
    'PID_DATABASE_OWNER_URL',
    'The owner of the tables, who migrates and grants; the role of PID_DATABASE_URL then may do only what it must',
    readDatabaseUrl,
    'PID_DATABASE_URL migrates too; an embedded PostgreSQL always has both roles',
  ),
  databaseSessionUrl: secret(
    'PID_DATABASE_SESSION_URL',
    'Address past a transaction-mode pooler, for the few connections that need a session',
    readDatabaseUrl,
    'PID_DATABASE_URL',
  ),
  databaseReplicaUrl: secret(
    'PID_DATABASE_REPLICA_URL',
    'A standby for reads that may lag: statements of past months, exports, lists of administrators',
    readReplicaUrl,
    'the primary answers them too',
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
    'each node counts for itself',
  ),
  trustedProxies: setting(
    'PID_TRUSTED_PROXIES',
    'Addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas',
    readProxies,
    [],
    'none',
  ),
  rateLimit: setting('PID_RATE_LIMIT', 'Multiplier of all rate limits, 0 turns them off', readFactor, 1),
  rateLimits: setting(
    'PID_RATE_LIMITS',
    `Requests a minute (\`upload\`: an hour) of single classes, such as read=2400,claim=30; the classes are ${Object.keys(limitClasses).join(', ')}`,
    readLimits,
    {},
    'as the OpenAPI document tells',
  ),
  drainSeconds: optional(
    'PID_DRAIN_SECONDS',
    'How long a node that is told to stop goes on serving while /readyz answers 503, so that balancers send to others',
    readInteger(0, 600),
    '5, on loopback 0',
  ),
  connectionsMax: setting(
    'PID_MAX_CONNECTIONS',
    'Open connections of one process; requests on further ones are answered 503',
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
    'Lifetime of pid_access',
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
    'Identities that may administer, such as alice@pid,bob@pid; each must have been claimed before',
    readPids,
    [],
    'none; the command line always may',
  ),
  metricsToken: secret(
    'PID_METRICS_TOKEN',
    'Bearer token that may read /metrics from elsewhere than loopback',
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
