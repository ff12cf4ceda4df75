import { readSigner } from '../chain/read-key.ts';
import { readAddress, readGamePrograms, readInteger, readToken, readUrl, readUrlList } from './readers.ts';
import { optional, secret, setting } from './setting.ts';

/** The cluster, our program on it, its keys, and what may be spent for players. */
export const chainSettings = {
  solanaRpcUrls: secret(
    'PID_SOLANA_RPC_URL',
    'Solana JSON-RPC addresses of one cluster, separated by commas; the next takes over when one fails',
    readUrlList,
    'an embedded development chain, on loopback only',
  ),
  programId: optional(
    'PID_PROGRAM_ID',
    'Address of the deployed wallet program',
    readAddress,
    'the one that `pid chain deploy` derives from the upgrade authority',
  ),
  relayerKey: secret(
    'PID_RELAYER_KEY',
    'Key that pays and submits wallet operations: a solana-keygen file, or the key itself',
    readSigner,
    'made once and kept in the database, on loopback only',
  ),
  nextRelayerKey: secret(
    'PID_RELAYER_KEY_NEXT',
    'Key that takes over from PID_RELAYER_KEY as soon as the program names it; nodes notice by themselves',
    readSigner,
    'none takes over',
  ),
  registrarKey: secret(
    'PID_REGISTRAR_KEY',
    'Key that vouches for activations',
    readSigner,
    'made once and kept in the database, on loopback only',
  ),
  registrarUrl: optional(
    'PID_REGISTRAR_URL',
    'Address of a `pid registrar` process that holds the registrar key instead of this one',
    readUrl,
    'the key is in this process',
  ),
  registrarAddress: optional(
    'PID_REGISTRAR_ADDRESS',
    'Public key of the registrar at PID_REGISTRAR_URL',
    readAddress,
    'needed with PID_REGISTRAR_URL',
  ),
  registrarToken: secret(
    'PID_REGISTRAR_TOKEN',
    'Secret that nodes show to `pid registrar`, the same on both sides',
    readToken,
    'needed with PID_REGISTRAR_URL and by `pid registrar`',
  ),
  playSponsorKey: secret(
    'PID_PLAY_SPONSOR_KEY',
    'Key that pays for sponsored play and has no other right',
    readSigner,
    'made once and kept in the database, on loopback only',
  ),
  adminKey: secret(
    'PID_ADMIN_KEY',
    'Key that administers the program; only `pid chain deploy` needs it',
    readSigner,
    'made once and kept in the database, on loopback only',
  ),
  upgradeAuthorityKey: secret(
    'PID_UPGRADE_AUTHORITY_KEY',
    'Key that deploys and upgrades the program and pays for it; only `pid chain deploy` needs it',
    readSigner,
    'made once and kept in the database, on loopback only',
  ),
  treasury: optional(
    'PID_TREASURY',
    'Address that receives the protocol fees',
    readAddress,
    'the address of a key kept in the database, on loopback only',
  ),
  protocolFeeBps: optional(
    'PID_PROTOCOL_FEE_BPS',
    'Protocol fee in hundredths of a percent of the network fee; a change becomes a new fee policy by `pid chain deploy`',
    readInteger(0, 5000),
    '1000 at the first deployment, then what the chain says',
  ),
  maxNetworkFeeLamports: optional(
    'PID_MAX_NETWORK_FEE_LAMPORTS',
    'Most that the relayer may be given back for one operation; goes with the fee policy',
    readInteger(5000, 2_000_000),
    '200000 at the first deployment, then what the chain says',
  ),
  gamePrograms: setting(
    'PID_GAME_PROGRAMS',
    'Game programs that sessions may call, separated by commas, each with the client_id of its app after a colon if it has one',
    readGamePrograms,
    [],
    "administrators' entries; while there is none, any program on loopback and none elsewhere",
  ),
  relayIdentityCapLamports: setting(
    'PID_RELAY_IDENTITY_CAP_LAMPORTS',
    'Lamports a day that the relayer risks for the withdrawals of one identity, until the chain has paid it back',
    readInteger(0, 1_000_000_000_000),
    25_000_000,
  ),
  relayGlobalCapLamports: setting(
    'PID_RELAY_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    25_000_000_000,
  ),
  relayActivationIdentityCapLamports: setting(
    'PID_RELAY_ACTIVATION_IDENTITY_CAP_LAMPORTS',
    'Lamports a day that the relayer risks for the activation of one identity, until the chain has paid it back',
    readInteger(0, 1_000_000_000_000),
    1_000_000,
  ),
  relayActivationGlobalCapLamports: setting(
    'PID_RELAY_ACTIVATION_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    5_000_000_000,
  ),
  relaySessionIdentityCapLamports: setting(
    'PID_RELAY_SESSION_IDENTITY_CAP_LAMPORTS',
    'Lamports a day that the relayer lays out for the game sessions of one identity: fees, and rent (2227200 each) until they are closed',
    readInteger(0, 1_000_000_000_000),
    25_000_000,
  ),
  relaySessionGlobalCapLamports: setting(
    'PID_RELAY_SESSION_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    25_000_000_000,
  ),
  relayEmergencyIdentityCapLamports: setting(
    'PID_RELAY_EMERGENCY_IDENTITY_CAP_LAMPORTS',
    'Lamports a day for the rotations and revocations of one identity, apart from the rest',
    readInteger(0, 1_000_000_000_000),
    200_000,
  ),
  relayEmergencyGlobalCapLamports: setting(
    'PID_RELAY_EMERGENCY_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    1_000_000_000,
  ),
  relayerMinLamports: setting(
    'PID_RELAYER_MIN_LAMPORTS',
    'Balance below which the relayer takes nothing on',
    readInteger(0, 1_000_000_000_000_000),
    50_000_000,
  ),
  priorityFeeMaxMicroLamports: setting(
    'PID_PRIORITY_FEE_MAX_MICRO_LAMPORTS',
    'Most that is paid for the priority of one compute unit',
    readInteger(0, 1_000_000_000),
    1_000_000,
  ),
  relayTimeoutSeconds: setting(
    'PID_RELAY_TIMEOUT_SECONDS',
    'How long a wallet request waits for its confirmation before it answers 504',
    readInteger(1, 120),
    30,
  ),
  embeddedSlotMillis: setting(
    'PID_EMBEDDED_SLOT_MILLIS',
    'How long a slot of the embedded chain lasts; kept for the life of its database',
    readInteger(10, 10_000),
    400,
  ),
  embeddedFinalizedSlots: setting(
    'PID_EMBEDDED_FINALIZED_SLOTS',
    'Slots until a block of the embedded chain is finalized; it is confirmed after one',
    readInteger(1, 150),
    32,
  ),
  playIdentityCapLamports: setting(
    'PID_PLAY_IDENTITY_CAP_LAMPORTS',
    'Lamports a day that the play sponsor pays for one identity',
    readInteger(0, 1_000_000_000_000),
    20_000_000,
  ),
  playGlobalCapLamports: setting(
    'PID_PLAY_GLOBAL_CAP_LAMPORTS',
    'The same for all identities together',
    readInteger(0, 1_000_000_000_000_000),
    1_000_000_000,
  ),
  playUnitPriceMicroLamports: setting(
    'PID_PLAY_UNIT_PRICE_MICRO_LAMPORTS',
    'What the play sponsor pays for the priority of one compute unit',
    readInteger(0, 1_000_000),
    0,
  ),
} as const;
