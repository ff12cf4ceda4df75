import { isIP } from 'node:net';
import path from 'node:path';
import { limitClasses, type LimitClass } from '@pid/contract';
import {
  optional,
  readInteger,
  readList,
  readOneOf,
  readText,
  readUrl,
  secret,
  setting,
  type Reader,
  type Values,
} from './config/index.ts';
import { isLoopbackHost } from './http/same-origin.ts';
import { parseUrl } from './parse-url.ts';
import type { sealingSettings } from './sealing/settings.ts';

const readBaseUrl: Reader<URL> = (text) => {
  const url = readUrl(text);
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('must be an origin without a path, such as https://pid.example');
  return url;
};

/** Origins that browsers compare as text: https, and nothing after the host. */
const readOriginList: Reader<URL[]> = (text) => {
  const urls = readList(text).map(readBaseUrl);
  if (urls.some(({ protocol }) => protocol !== 'https:')) throw new Error('must be https origins');
  return urls;
};

/** The message does not repeat the text, because it contains a password. */
const readDatabaseUrl: Reader<string> = (text) => {
  if (!/^postgres(?:ql)?:\/\/[^/?#\s]+\/[^/?#\s]+/.test(text))
    throw new Error(
      'must be an address such as postgresql://role:password@host:5432/pid, with / @ : # ? of the password percent-encoded',
    );
  return text;
};

/** A load balancer in front of several standbys knows which of them are healthy; we would have to guess. */
const readReplicaUrl: Reader<string> = (text, ...rest) => {
  const url = readDatabaseUrl(text, ...rest);
  if (/^[^/]*\/\/(?:[^@/]*@)?[^/?]*,/.test(url))
    throw new Error('must name one server; for several standbys, name the read port of a load balancer');
  return url;
};

const readRedisUrl: Reader<string> = (text) => {
  if (!/^rediss?:$/.test(parseUrl(text)?.protocol ?? ''))
    throw new Error('must be an address such as redis://host:6379, or rediss:// with TLS');
  return text;
};

const networksByName = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Accepts only the forms that fastify's `trustProxy` takes. Other texts would trust no proxy, or crash the
 * start with a stack trace.
 */
const readProxies: Reader<string[]> = (text) => {
  const entries = readList(text);
  const bad = entries.find((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    if (networksByName.has(entry)) return false;
    const most = isIP(address) === 4 ? 32 : 128;
    return (
      isIP(address) === 0 ||
      rest.length > 0 ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    );
  });
  if (bad !== undefined)
    throw new Error(
      `must be addresses or networks such as 10.0.0.0/8, separated by commas; ${bad} is neither`,
    );
  return entries;
};

const readFactor: Reader<number> = (text) => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new Error('must be a number of 0 or more');
  return value;
};

/** `class=requests`, separated by commas. */
const readLimits: Reader<Partial<Record<LimitClass, number>>> = (text) => {
  const entries = readList(text).map((entry) => /^(\w+)=(\d{1,7})$/.exec(entry));
  if (!entries.every((entry) => entry && Object.hasOwn(limitClasses, entry[1]!) && Number(entry[2]) > 0))
    throw new Error(
      `must be classes with their requests per minute (upload: per hour), such as read=2400,claim=30; the classes are ${Object.keys(limitClasses).join(', ')}`,
    );
  return Object.fromEntries(entries.map((entry) => [entry![1], Number(entry![2])]));
};

/**
 * `live` moves real money. `sandbox` relaxes the payment provider (play money) and the chain, and has routes with
 * which apps make test players; everything else is as in `live`. `development` also has its own sign-in.
 */
const modes = ['live', 'sandbox', 'development'] as const;

export type Mode = (typeof modes)[number];

/** The address of the service, its database and its HTTP server. */
export const platformSettings = {
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
  mode: optional(
    'PID_MODE',
    'live, sandbox (play money, a test chain, test players for apps) or development (on loopback only); a database keeps the mode of its first start',
    readOneOf(modes),
    'development on loopback, elsewhere live',
  ),
  relatedOrigins: setting(
    'PID_RELATED_ORIGINS',
    'Other https origins that serve these pages, comma-separated: passkeys of PID_BASE_URL sign in and confirm there (WebAuthn related origins); wallets stay on PID_BASE_URL',
    readOriginList,
    [],
    'none',
  ),
  commandLog: optional(
    'PID_COMMAND_LOG',
    'File to which commands append their lines of the security log, for your log store; /proc/1/fd/2, which the image sets, is the log of the container',
    readText,
    'standard error of the command',
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
    'Address that bypasses a transaction-mode pooler, for commands and for the few connections of a node that need a database session',
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
  logLevel: setting(
    'PID_LOG_LEVEL',
    'debug, info, warn, error or silent',
    readOneOf(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
  ),
} as const;

type PlatformValues = Values<typeof platformSettings & typeof sealingSettings>;

/** Settings whose default depends on other settings. */
interface Derived {
  readonly baseUrl: URL;
  readonly host: string;
  readonly drainSeconds: number;
  readonly loopback: boolean;
  readonly mode: Mode;
}

/** The values that every slice may use. */
export type PlatformConfig = PlatformValues & Derived;

export function deriveDefaults(
  values: Pick<PlatformValues, 'baseUrl' | 'port' | 'host' | 'drainSeconds' | 'mode'>,
): Derived {
  const baseUrl = values.baseUrl ?? new URL(`http://localhost:${values.port}`);
  const loopback = isLoopbackHost(baseUrl.hostname);
  return {
    baseUrl,
    loopback,
    mode: values.mode ?? (loopback ? 'development' : 'live'),
    // A single address in production, so that the connection limit counts all connections.
    host: values.host ?? (loopback ? 'localhost' : '127.0.0.1'),
    drainSeconds: values.drainSeconds ?? (loopback ? 0 : 5),
  };
}

/** Refuses settings that are safe on a developer's machine and dangerous on the internet. */
export function platformProblems({ loopback, baseUrl, rateLimit, mode }: PlatformConfig): string[] {
  if (loopback) return [];
  const problems: string[] = [];
  if (mode === 'development')
    problems.push(
      `PID_MODE is development, which gives money away and starts on loopback only, and PID_BASE_URL is ${baseUrl.origin}: set live or sandbox`,
    );
  if (baseUrl.protocol !== 'https:') {
    problems.push(
      `PID_BASE_URL is ${baseUrl.origin}: on a host other than loopback it must be https, because passkeys and cookies need it`,
    );
  }
  if (rateLimit === 0) {
    problems.push(
      'PID_RATE_LIMIT is 0, which turns rate limits off and is allowed on loopback only: leave it unset, or set a larger number for looser limits',
    );
  }
  return problems;
}

/** The folder of the embedded database and, on loopback, of the master key. */
export function dataFolder(config: Pick<PlatformConfig, 'dataDir'>, packageFolder: string): string {
  return config.dataDir ? path.resolve(config.dataDir) : path.resolve(packageFolder, '../../.pid');
}
