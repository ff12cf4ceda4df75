import {
  daySeconds,
  readInteger,
  readList,
  readUrl,
  secret,
  setting,
  type Reader,
  type Values,
} from '../platform/config/index.ts';
import type { PlatformConfig } from '../platform/settings.ts';

export type ProviderConfig = OpenIdConfig | SteamConfig;

export interface OpenIdConfig {
  readonly protocol: 'openid';
  readonly id: string;
  readonly name: string;
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Apple requires form_post as soon as an app requests the e-mail address. */
  readonly responseMode: 'query' | 'form_post';
}

/** Steam speaks OpenID 2.0 and needs no credentials. */
export interface SteamConfig {
  readonly protocol: 'steam';
  readonly id: string;
  readonly name: string;
  /** Of Steam, or of its stand-in in tests. */
  readonly origin: string;
}

const steamOrigin = 'https://steamcommunity.com';

const readProviders: Reader<ProviderConfig[]> = (text) => {
  const list = readJson(text);
  if (!Array.isArray(list) || list.length === 0)
    throw new Error('must be a JSON array with at least one provider');
  const providers = list.map(readProvider);
  if (new Set(providers.map(({ id }) => id)).size !== providers.length)
    throw new Error('must not contain the same provider id twice');
  return providers;
};

function readProvider(entry: Record<string, unknown>, index: number): ProviderConfig {
  const textOf = (key: string, fallback?: string): string => {
    const value = entry[key] ?? fallback;
    if (typeof value !== 'string' || value === '') throw new Error(`[${index}].${key} must be a text`);
    return value;
  };
  const id = textOf('id');
  if (!/^[a-z0-9-]{1,32}$/.test(id) || id === 'passkey')
    throw new Error(`[${index}].id must be 1-32 characters of a-z, 0-9 and -, and not passkey`);
  const protocol = textOf('protocol', 'openid');
  if (protocol === 'steam') {
    const { origin } = readUrl(textOf('origin', steamOrigin));
    return { protocol, id, name: textOf('name', 'Steam'), origin };
  }
  if (protocol !== 'openid') throw new Error(`[${index}].protocol must be openid or steam`);
  const responseMode = textOf('responseMode', 'query');
  if (responseMode !== 'query' && responseMode !== 'form_post')
    throw new Error(`[${index}].responseMode must be query or form_post`);
  return {
    protocol,
    id,
    name: textOf('name', id),
    issuer: readUrl(textOf('issuer')),
    clientId: textOf('clientId'),
    clientSecret: textOf('clientSecret'),
    scope: textOf('scope', 'openid email'),
    responseMode,
  };
}

const readJson: Reader<unknown> = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('must be JSON');
  }
};

/** Lowercase letters only, as in the comparison with handles, where digits are read as letters. */
const readWords: Reader<string[]> = (text) => {
  const words = readList(text);
  if (!words.every((word) => /^[a-z]{3,20}$/.test(word)))
    throw new Error('must be words of 3-20 lowercase letters, separated by commas');
  return words;
};

export const signInSettings = {
  refusedHandleWords: setting(
    'PID_REFUSED_HANDLE_WORDS',
    'Words that no new handle may contain, comma-separated, in addition to the built-in English and Indonesian insults',
    readWords,
    [],
    'none',
  ),
  claimTtlSeconds: setting(
    'PID_CLAIM_TTL_SECONDS',
    'Lifetime of a claim ticket',
    readInteger(1, daySeconds),
    900,
  ),
  providers: secret<ProviderConfig[]>(
    'PID_PROVIDERS',
    'Sign-in providers: JSON array of {id, name, issuer, clientId, clientSecret, scope?, responseMode?}, and {id, protocol: "steam"} for Steam',
    readProviders,
    'the development provider, on loopback only',
  ),
} as const;

export type SignInConfig = Values<typeof signInSettings> &
  Pick<PlatformConfig, 'baseUrl' | 'loopback' | 'mode'>;

export function signInProblems({ providers, loopback, mode }: SignInConfig): string[] {
  if (!providers)
    return loopback && mode !== 'live'
      ? []
      : [
          'PID_PROVIDERS is not set: the development sign-in lets anyone sign in as anyone and starts on loopback only, and not in a live service',
        ];
  // The server at that origin can sign in as every player of Steam.
  const isFake = providers.some(
    (provider) => provider.protocol === 'steam' && provider.origin !== steamOrigin,
  );
  return isFake && !loopback
    ? [`PID_PROVIDERS names an origin for Steam that is not ${steamOrigin}: it is for tests on loopback only`]
    : [];
}
