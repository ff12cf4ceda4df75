import { readSigner } from '../chain/read-key.ts';
import { readAddress, readGamePrograms, readInteger, readToken, readUrl, readUrlList } from './readers.ts';
import { optional, setting } from './setting.ts';

/** The cluster, our program on it, its keys, and what may be spent for players. */
export const chainSettings = {
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
  registrarUrl: optional(
    {
      variable: 'PID_REGISTRAR_URL',
      meaning: 'Address of a `pid registrar` process that holds the registrar key instead of this one',
      unset: 'the key is in this process',
    },
    readUrl,
  ),
  registrarAddress: optional(
    {
      variable: 'PID_REGISTRAR_ADDRESS',
      meaning: 'Public key of the registrar at PID_REGISTRAR_URL',
      unset: 'needed with PID_REGISTRAR_URL',
    },
    readAddress,
  ),
  registrarToken: optional(
    {
      variable: 'PID_REGISTRAR_TOKEN',
      meaning: 'Secret that nodes show to `pid registrar`, the same on both sides',
      unset: 'needed with PID_REGISTRAR_URL and by `pid registrar`',
      secret: true,
    },
    readToken,
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
      meaning:
        'Lamports a day that the relayer risks for the withdrawals of one identity, until the chain has paid it back',
      unset: '25000000',
    },
    readInteger(0, 1_000_000_000_000),
    25_000_000,
  ),
  relayGlobalCapLamports: setting(
    {
      variable: 'PID_RELAY_GLOBAL_CAP_LAMPORTS',
      meaning: 'The same for all identities together',
      unset: '25000000000',
    },
    readInteger(0, 1_000_000_000_000_000),
    25_000_000_000,
  ),
  relayActivationIdentityCapLamports: setting(
    {
      variable: 'PID_RELAY_ACTIVATION_IDENTITY_CAP_LAMPORTS',
      meaning:
        'Lamports a day that the relayer risks for the activation of one identity, until the chain has paid it back',
      unset: '1000000',
    },
    readInteger(0, 1_000_000_000_000),
    1_000_000,
  ),
  relayActivationGlobalCapLamports: setting(
    {
      variable: 'PID_RELAY_ACTIVATION_GLOBAL_CAP_LAMPORTS',
      meaning: 'The same for all identities together',
      unset: '5000000000',
    },
    readInteger(0, 1_000_000_000_000_000),
    5_000_000_000,
  ),
  relaySessionIdentityCapLamports: setting(
    {
      variable: 'PID_RELAY_SESSION_IDENTITY_CAP_LAMPORTS',
      meaning:
        'Lamports a day that the relayer lays out for the game sessions of one identity: fees, and rent (2227200 each) until they are closed',
      unset: '25000000',
    },
    readInteger(0, 1_000_000_000_000),
    25_000_000,
  ),
  relaySessionGlobalCapLamports: setting(
    {
      variable: 'PID_RELAY_SESSION_GLOBAL_CAP_LAMPORTS',
      meaning: 'The same for all identities together',
      unset: '25000000000',
    },
    readInteger(0, 1_000_000_000_000_000),
    25_000_000_000,
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
  embeddedSlotMillis: setting(
    {
      variable: 'PID_EMBEDDED_SLOT_MILLIS',
      meaning: 'How long a slot of the embedded chain lasts; kept for the life of its database',
      unset: '400',
    },
    readInteger(10, 10_000),
    400,
  ),
  embeddedFinalizedSlots: setting(
    {
      variable: 'PID_EMBEDDED_FINALIZED_SLOTS',
      meaning: 'Slots until a block of the embedded chain is finalized; it is confirmed after one',
      unset: '32',
    },
    readInteger(1, 150),
    32,
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
} as const;
