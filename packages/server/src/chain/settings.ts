import { readSigner } from '../platform/chain/read-key.ts';
import {
  optional,
  readAddress,
  readInteger,
  readOneOf,
  readText,
  readUrl,
  readUrlList,
  secret,
  setting,
  type Reader,
  type Values,
} from '../platform/config/index.ts';
import { isLoopbackHost } from '../platform/http/index.ts';
import type { PlatformConfig } from '../platform/settings.ts';

const readToken: Reader<string> = (text) => {
  if (text.length < 32) throw new Error('must have at least 32 characters');
  return text;
};

const readRole: Reader<string> = (text) => {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(text))
    throw new Error('must be the name of a role, such as pid_registrar');
  return text;
};

/** An address with a placeholder for a signature, or `none`. */
const readExplorer: Reader<string> = (text) => {
  if (text === 'none') return text;
  if (!text.includes('{signature}') || readUrl(text).protocol !== 'https:')
    throw new Error('must be an https address with {signature} in it, or none');
  return text;
};

export const chainSettings = {
  chain: setting(
    'PID_CHAIN',
    'off runs identity and money only: no wallets, no game sessions, none of the keys below. Only for a database that never had a chain',
    readOneOf(['on', 'off']),
    'on',
  ),
  solanaRpcUrls: secret(
    'PID_SOLANA_RPC_URL',
    'Solana JSON-RPC addresses of one cluster, separated by commas; the next takes over when one fails. Set at least two on different hosts: recoveries take effect only where endpoints agree',
    readUrlList,
    'an embedded development chain, on loopback only',
  ),
  programId: optional(
    'PID_PROGRAM_ID',
    'Address of the deployed wallet program',
    readAddress,
    'the address that `pid chain deploy` derives from the upgrade authority',
  ),
  relayerKey: secret(
    'PID_RELAYER_KEY',
    'Key that pays and submits wallet operations: a solana-keygen file, or the key itself',
    readSigner,
    'created once and stored in the database, on loopback only',
  ),
  nextRelayerKey: secret(
    'PID_RELAYER_KEY_NEXT',
    'Key that replaces PID_RELAYER_KEY as soon as the program names it; nodes switch automatically',
    readSigner,
    'none takes over',
  ),
  registrarKey: secret(
    'PID_REGISTRAR_KEY',
    'Key that signs activations',
    readSigner,
    'created once and stored in the database, on loopback only',
  ),
  registrarUrl: optional(
    'PID_REGISTRAR_URL',
    'Address of a `pid registrar` process that holds the registrar key instead of this process',
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
    'Secret that nodes send to `pid registrar`, the same on both sides',
    readToken,
    'needed with PID_REGISTRAR_URL and by `pid registrar`',
  ),
  registrarRole: optional(
    'PID_REGISTRAR_ROLE',
    'Database role of `pid registrar`; migrations grant it read access to the few columns that it needs',
    readRole,
    'none: it uses the role of the nodes',
  ),
  playSponsorKey: secret(
    'PID_PLAY_SPONSOR_KEY',
    'Key that pays for sponsored play and has no other rights',
    readSigner,
    'created once and stored in the database, on loopback only',
  ),
  adminKey: secret(
    'PID_ADMIN_KEY',
    'Key that administers the program; only `pid chain deploy` needs it',
    readSigner,
    'created once and stored in the database, on loopback only',
  ),
  upgradeAuthorityKey: secret(
    'PID_UPGRADE_AUTHORITY_KEY',
    'Key that deploys and upgrades the program and pays for it; only `pid chain deploy` and `pid chain upgrade` need it',
    readSigner,
    'created once and stored in the database, on loopback only',
  ),
  payerKey: secret(
    'PID_PAYER_KEY',
    'Any key with lamports. It pays for `pid chain write`, which uploads a new program for the upgrade authority, and has no other rights',
    readSigner,
    'none',
  ),
  treasury: optional(
    'PID_TREASURY',
    'Address that receives the protocol fees',
    readAddress,
    'the address of a key stored in the database, on loopback only',
  ),
  protocolFeeBps: optional(
    'PID_PROTOCOL_FEE_BPS',
    'Protocol fee in hundredths of a percent of the network fee; `pid chain deploy` turns a change into a new fee policy',
    readInteger(0, 5000),
    '1000 at the first deployment, then the value on the chain',
  ),
  maxNetworkFeeLamports: optional(
    'PID_MAX_NETWORK_FEE_LAMPORTS',
    'Maximum that the relayer is reimbursed for one operation; part of the fee policy',
    readInteger(5000, 2_000_000),
    '200000 at the first deployment, then the value on the chain',
  ),
  explorerUrl: optional(
    'PID_EXPLORER_URL',
    'Page where players can view a transaction: an https address with {signature} in it, or none',
    readExplorer,
    'explorer.solana.com on the public clusters, none elsewhere',
  ),
  solPriceUrl: secret(
    'PID_SOL_PRICE_URL',
    'Address that returns the price of one SOL in rupiah as JSON; wallets then also show the approximate value in rupiah',
    readUrl,
    'no value in rupiah is shown',
  ),
  solPriceField: setting(
    'PID_SOL_PRICE_FIELD',
    'Field of that JSON with the price, with dots between the names',
    readText,
    'solana.idr',
  ),
  embeddedSlotMillis: setting(
    'PID_EMBEDDED_SLOT_MILLIS',
    'Duration of a slot of the embedded chain; fixed for the life of its database',
    readInteger(10, 10_000),
    400,
  ),
  embeddedFinalizedSlots: setting(
    'PID_EMBEDDED_FINALIZED_SLOTS',
    'Slots until a block of the embedded chain is finalized; it is confirmed after one',
    readInteger(1, 150),
    32,
  ),
} as const;

export type ChainConfig = Values<typeof chainSettings> &
  Pick<PlatformConfig, 'baseUrl' | 'loopback' | 'mode' | 'databaseSessionUrl'>;

export function chainProblems(config: ChainConfig): string[] {
  if (config.chain === 'off') return [];
  const problems: string[] = [];
  if (!config.solanaRpcUrls && config.mode === 'live') {
    problems.push(
      'PID_SOLANA_RPC_URL is not set: the embedded chain gives money away and does not start in a live service',
    );
  }
  // The keys of the embedded chain are worth nothing.
  if (config.loopback || (!config.solanaRpcUrls && config.mode === 'sandbox')) return problems;
  for (const name of ['relayerKey', 'registrarKey', 'playSponsorKey'] as const) {
    if (config[name] === null && !(name === 'registrarKey' && config.registrarUrl))
      problems.push(`${chainSettings[name].variable} is not set: only a service on loopback makes its own`);
  }
  return problems;
}

export function registrarProblems(config: ChainConfig): string[] {
  const { registrarUrl, registrarKey, registrarAddress, registrarToken } = config;
  if (!registrarUrl) return [];
  if (!config.loopback && registrarUrl.protocol !== 'https:' && !isLoopbackHost(registrarUrl.hostname))
    return [
      `PID_REGISTRAR_URL is ${registrarUrl.origin}: its token would cross the network in the open, unencrypted; use https, or a registrar on this machine`,
    ];
  if (registrarKey)
    return ['PID_REGISTRAR_KEY and PID_REGISTRAR_URL are both set: only `pid registrar` may hold the key'];
  return registrarAddress && registrarToken
    ? []
    : [
        'PID_REGISTRAR_ADDRESS and PID_REGISTRAR_TOKEN must be set with PID_REGISTRAR_URL: `pid registrar` prints the address',
      ];
}
