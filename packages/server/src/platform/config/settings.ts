import { readSigner } from '../chain/read-key.ts';
import { readProviders, type ProviderConfig } from './read-providers.ts';
import {
  type Reader,
  readAddress,
  readBaseUrl,
  readFactor,
  readGamePrograms,
  readInteger,
  readList,
  readOneOf,
  readText,
  readUrl,
  readUrlList,
} from './readers.ts';

interface Setting<T> {
  readonly variable: `PID_${string}`;
  /** What it is for, in words that `pid doctor` prints. */
  readonly meaning: string;
  /** What holds when it is unset, in words. */
  readonly unset: string;
  readonly secret: boolean;
  readonly read: Reader<T>;
  readonly fallback: T;
}

type Words = Pick<Setting<unknown>, 'variable' | 'meaning' | 'unset'> & { secret?: boolean };

function setting<T>(words: Words, read: Reader<T>, fallback: T): Setting<T> {
  return { secret: false, ...words, read, fallback };
}

function optional<T>(words: Words, read: Reader<T>): Setting<T | null> {
  return setting<T | null>(words, read, null);
}

const day = 86_400;

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
      meaning: 'PostgreSQL 15 or later',
      unset: 'an embedded PostgreSQL in the data folder',
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
  claimTtlSeconds: setting(
    { variable: 'PID_CLAIM_TTL_SECONDS', meaning: 'Lifetime of a claim ticket', unset: '900' },
    readInteger(1, day),
    900,
  ),
  codeTtlSeconds: setting(
    { variable: 'PID_CODE_TTL_SECONDS', meaning: 'Lifetime of a login code', unset: '300' },
    readInteger(1, 600),
    300,
  ),
  accessTtlSeconds: setting(
    { variable: 'PID_ACCESS_TTL_SECONDS', meaning: 'Lifetime of pid_access', unset: '900' },
    readInteger(1, day),
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
      meaning: 'Identities that may administer, such as alice@pid,bob@pid',
      unset: 'none; the command line always may',
    },
    readList,
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
  solanaRpcUrls: optional(
    {
      variable: 'PID_SOLANA_RPC_URL',
      meaning:
        'Solana JSON-RPC addresses of one cluster, separated by commas; the next takes over when one fails',
      unset: 'an embedded development chain, on loopback only',
      secret: true,
    },
    readUrlList,
  ),
  programId: optional(
    {
      variable: 'PID_PROGRAM_ID',
      meaning: 'Address of the deployed wallet program',
      unset: 'the one that `pid chain deploy` derives from the upgrade authority',
    },
    readAddress,
  ),
  relayerKey: optional(
    {
      variable: 'PID_RELAYER_KEY',
      meaning: 'Key that pays and submits wallet operations: a solana-keygen file, or the key itself',
      unset: 'made once and kept in the database, on loopback only',
      secret: true,
    },
    readSigner,
  ),
  registrarKey: optional(
    {
      variable: 'PID_REGISTRAR_KEY',
      meaning: 'Key that vouches for activations',
      unset: 'made once and kept in the database, on loopback only',
      secret: true,
    },
    readSigner,
  ),
  playSponsorKey: optional(
    {
      variable: 'PID_PLAY_SPONSOR_KEY',
      meaning: 'Key that pays for sponsored play and has no other right',
      unset: 'made once and kept in the database, on loopback only',
      secret: true,
    },
    readSigner,
  ),
  adminKey: optional(
    {
      variable: 'PID_ADMIN_KEY',
      meaning: 'Key that administers the program; only `pid chain deploy` needs it',
      unset: 'made once and kept in the database, on loopback only',
      secret: true,
    },
    readSigner,
  ),
  upgradeAuthorityKey: optional(
    {
      variable: 'PID_UPGRADE_AUTHORITY_KEY',
      meaning: 'Key that deploys and upgrades the program and pays for it; only `pid chain deploy` needs it',
      unset: 'made once and kept in the database, on loopback only',
      secret: true,
    },
    readSigner,
  ),
  treasury: optional(
    {
      variable: 'PID_TREASURY',
      meaning: 'Address that receives the protocol fees',
      unset: 'the address of a key kept in the database, on loopback only',
    },
    readAddress,
  ),
  protocolFeeBps: optional(
    {
      variable: 'PID_PROTOCOL_FEE_BPS',
      meaning:
        'Protocol fee in hundredths of a percent of the network fee; a change becomes a new fee policy by `pid chain deploy`',
      unset: '1000 at the first deployment, then what the chain says',
    },
    readInteger(0, 5000),
  ),
  maxNetworkFeeLamports: optional(
    {
      variable: 'PID_MAX_NETWORK_FEE_LAMPORTS',
      meaning: 'Most that the relayer may be given back for one operation; goes with the fee policy',
      unset: '200000 at the first deployment, then what the chain says',
    },
    readInteger(5000, 2_000_000),
  ),
  paymentProvider: optional(
    {
      variable: 'PID_PAYMENT_PROVIDER',
      meaning: 'Who collects top-ups: midtrans, xendit, or sandbox on loopback',
      unset: 'sandbox on loopback, elsewhere no top-ups',
    },
    readOneOf(['sandbox', 'midtrans', 'xendit']),
  ),
  paymentApiUrl: optional(
    {
      variable: 'PID_PAYMENT_API_URL',
      meaning: "Address in place of the payment provider's own, for a proxy",
      unset: "the provider's own",
    },
    readUrl,
  ),
  midtransServerKey: optional(
    {
      variable: 'PID_MIDTRANS_SERVER_KEY',
      meaning: "Server key of Midtrans; one that begins with SB- uses Midtrans' sandbox",
      unset: 'none',
      secret: true,
    },
    readText,
  ),
  xenditSecretKey: optional(
    { variable: 'PID_XENDIT_SECRET_KEY', meaning: 'Secret key of Xendit', unset: 'none', secret: true },
    readText,
  ),
  xenditCallbackToken: optional(
    {
      variable: 'PID_XENDIT_CALLBACK_TOKEN',
      meaning: "Verification token in Xendit's notices",
      unset: 'none',
      secret: true,
    },
    readText,
  ),
  paymentFeeBps: setting(
    {
      variable: 'PID_PAYMENT_FEE_BPS',
      meaning: 'Payment fee of a top-up, in basis points of its amount',
      unset: '0',
    },
    readInteger(0, 1000),
    0,
  ),
  paymentFeeFlat: setting(
    { variable: 'PID_PAYMENT_FEE_FLAT', meaning: 'Payment fee of a top-up, in rupiah on top', unset: '0' },
    readInteger(0, 1_000_000),
    0,
  ),
  topUpTtlSeconds: setting(
    { variable: 'PID_TOPUP_TTL_SECONDS', meaning: 'How long a checkout can be paid', unset: '86400' },
    readInteger(1, 7 * day),
    day,
  ),
  balanceMax: setting(
    {
      variable: 'PID_BALANCE_MAX',
      meaning: 'The most rupiah that one balance may hold; e-money rules may demand a low one',
      unset: '9000000000000000',
    },
    readInteger(1, 9_000_000_000_000_000),
    9_000_000_000_000_000,
  ),
  gamePrograms: setting(
    {
      variable: 'PID_GAME_PROGRAMS',
      meaning:
        'Game programs that sessions may call, separated by commas, each with the client_id of its app after a colon if it has one',
      unset: "administrators' entries; while there is none, any program on loopback and none elsewhere",
    },
    readGamePrograms,
    [],
  ),
  relayIdentityCapLamports: setting(
    {
      variable: 'PID_RELAY_IDENTITY_CAP_LAMPORTS',
      meaning: 'Lamports a day that the relayer risks or sponsors for one identity',
      unset: '1000000',
    },
    readInteger(0, 1_000_000_000_000),
    1_000_000,
  ),
  relayGlobalCapLamports: setting(
    {
      variable: 'PID_RELAY_GLOBAL_CAP_LAMPORTS',
      meaning: 'The same for all identities together',
      unset: '1000000000',
    },
    readInteger(0, 1_000_000_000_000_000),
    1_000_000_000,
  ),
  relayEmergencyIdentityCapLamports: setting(
    {
      variable: 'PID_RELAY_EMERGENCY_IDENTITY_CAP_LAMPORTS',
      meaning: 'Lamports a day for the rotations and revocations of one identity, apart from the rest',
      unset: '200000',
    },
    readInteger(0, 1_000_000_000_000),
    200_000,
  ),
  relayEmergencyGlobalCapLamports: setting(
    {
      variable: 'PID_RELAY_EMERGENCY_GLOBAL_CAP_LAMPORTS',
      meaning: 'The same for all identities together',
      unset: '1000000000',
    },
    readInteger(0, 1_000_000_000_000_000),
    1_000_000_000,
  ),
  relayerMinLamports: setting(
    {
      variable: 'PID_RELAYER_MIN_LAMPORTS',
      meaning: 'Balance below which the relayer takes nothing on',
      unset: '50000000',
    },
    readInteger(0, 1_000_000_000_000_000),
    50_000_000,
  ),
  priorityFeeMaxMicroLamports: setting(
    {
      variable: 'PID_PRIORITY_FEE_MAX_MICRO_LAMPORTS',
      meaning: 'Most that is paid for the priority of one compute unit',
      unset: '1000000',
    },
    readInteger(0, 1_000_000_000),
    1_000_000,
  ),
  relayTimeoutSeconds: setting(
    {
      variable: 'PID_RELAY_TIMEOUT_SECONDS',
      meaning: 'How long a wallet request waits for its confirmation before it answers 504',
      unset: '30',
    },
    readInteger(1, 120),
    30,
  ),
  playIdentityCapLamports: setting(
    {
      variable: 'PID_PLAY_IDENTITY_CAP_LAMPORTS',
      meaning: 'Lamports a day that the play sponsor pays for one identity',
      unset: '20000000',
    },
    readInteger(0, 1_000_000_000_000),
    20_000_000,
  ),
  playGlobalCapLamports: setting(
    {
      variable: 'PID_PLAY_GLOBAL_CAP_LAMPORTS',
      meaning: 'The same for all identities together',
      unset: '1000000000',
    },
    readInteger(0, 1_000_000_000_000_000),
    1_000_000_000,
  ),
  playUnitPriceMicroLamports: setting(
    {
      variable: 'PID_PLAY_UNIT_PRICE_MICRO_LAMPORTS',
      meaning: 'What the play sponsor pays for the priority of one compute unit',
      unset: '0',
    },
    readInteger(0, 1_000_000),
    0,
  ),
  logLevel: setting(
    { variable: 'PID_LOG_LEVEL', meaning: 'debug, info, warn, error or silent', unset: 'info' },
    readOneOf(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
  ),
} as const;

export type SettingName = keyof typeof settings;
export type SettingValue<Name extends SettingName> =
  (typeof settings)[Name] extends Setting<infer T> ? T : never;
