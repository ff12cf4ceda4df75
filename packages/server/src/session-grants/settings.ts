import type { Address } from '@pid/protocol';
import {
  readAddress,
  readInteger,
  readList,
  setting,
  type Reader,
  type Values,
} from '../platform/config/index.ts';
import type { PlatformConfig } from '../platform/settings.ts';
import type { RelayConfig } from '../relay/index.ts';

/** `address` or `address:client_id`, separated by commas. */
const readGamePrograms: Reader<{ program: Address; clientId: string | null }[]> = (text) =>
  readList(text).map((entry) => {
    const [program = '', clientId = null, ...rest] = entry.split(':');
    if (rest.length > 0)
      throw new Error('must be addresses, each optionally followed by a colon and a client_id');
    return { program: readAddress(program), clientId };
  });

export const sessionGrantSettings = {
  gamePrograms: setting(
    'PID_GAME_PROGRAMS',
    'Game programs that sessions may call, separated by commas; each may be followed by a colon and the client_id of its app',
    readGamePrograms,
    [],
    "administrators' entries; while there are none, any program on loopback and no program elsewhere",
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
    'Priority fee that the play sponsor pays for one compute unit',
    readInteger(0, 1_000_000),
    0,
  ),
} as const;

export type SessionGrantConfig = Values<typeof sessionGrantSettings> &
  Pick<RelayConfig, 'relayTimeoutSeconds'> &
  Pick<PlatformConfig, 'loopback'>;
