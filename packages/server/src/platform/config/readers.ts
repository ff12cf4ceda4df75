import { isIP } from 'node:net';
import { limitClasses, type LimitClass } from '@pid/contract';
import { toAddress, type Address } from '@pid/protocol';
import { parseUrl } from '../parse-url.ts';

/** Turns the text of a variable into a value, or throws an error that says which form it must have. */
export type Reader<T> = (text: string) => T;

export const readText: Reader<string> = (text) => text;

export const readToken: Reader<string> = (text) => {
  if (text.length < 32) throw new Error('must have at least 32 characters');
  return text;
};

export const readRole: Reader<string> = (text) => {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(text))
    throw new Error('must be the name of a role, such as pid_registrar');
  return text;
};

export const readUrl: Reader<URL> = (text) => {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an http or https address');
  return url;
};

/** An address with a placeholder for a signature, or `none`. */
export const readExplorer: Reader<string> = (text) => {
  if (text === 'none') return text;
  if (!text.includes('{signature}') || readUrl(text).protocol !== 'https:')
    throw new Error('must be an https address with {signature} in it, or none');
  return text;
};

export const readBaseUrl: Reader<URL> = (text) => {
  const url = readUrl(text);
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('must be an origin without a path, such as https://pid.example');
  return url;
};

export function readInteger(minimum: number, maximum: number): Reader<number> {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum)
      throw new Error(`must be an integer from ${minimum} to ${maximum}`);
    return value;
  };
}

export const readTimeZone: Reader<string> = (text) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new Error('must be the name of a time zone, such as Asia/Jakarta');
  }
};

export const readFactor: Reader<number> = (text) => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new Error('must be a number of 0 or more');
  return value;
};

export const readList: Reader<string[]> = (text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** `class=requests`, separated by commas. */
export const readLimits: Reader<Partial<Record<LimitClass, number>>> = (text) => {
  const entries = readList(text).map((entry) => /^(\w+)=(\d{1,7})$/.exec(entry));
  if (!entries.every((entry) => entry && Object.hasOwn(limitClasses, entry[1]!) && Number(entry[2]) > 0))
    throw new Error(
      `must be classes with their requests per minute (upload: per hour), such as read=2400,claim=30; the classes are ${Object.keys(limitClasses).join(', ')}`,
    );
  return Object.fromEntries(entries.map((entry) => [entry![1], Number(entry![2])]));
};

export const readPids: Reader<string[]> = (text) => {
  const pids = readList(text);
  if (!pids.every((pid) => /^[a-z0-9_]{3,20}@pid$/.test(pid)))
    throw new Error('must be identities such as alice@pid, with commas between them');
  return pids;
};

/** Lowercase letters only, as in the comparison with handles, where digits are read as letters. */
export const readWords: Reader<string[]> = (text) => {
  const words = readList(text);
  if (!words.every((word) => /^[a-z]{3,20}$/.test(word)))
    throw new Error('must be words of 3-20 lowercase letters, separated by commas');
  return words;
};

export function readOneOf<const Values extends readonly string[]>(values: Values): Reader<Values[number]> {
  return (text) => {
    if (!values.includes(text)) throw new Error(`must be one of ${values.join(', ')}`);
    return text;
  };
}

/** The message does not repeat the text, because it contains a password. */
export const readDatabaseUrl: Reader<string> = (text) => {
  if (!/^postgres(?:ql)?:\/\/[^/?#\s]+\/[^/?#\s]+/.test(text))
    throw new Error(
      'must be an address such as postgresql://role:password@host:5432/pid, with / @ : # ? of the password percent-encoded',
    );
  return text;
};

/** A load balancer in front of several standbys knows which of them are healthy; we would have to guess. */
export const readReplicaUrl: Reader<string> = (text, ...rest) => {
  const url = readDatabaseUrl(text, ...rest);
  if (/^[^/]*\/\/(?:[^@/]*@)?[^/?]*,/.test(url))
    throw new Error('must name one server; for several standbys, name the read port of a load balancer');
  return url;
};

export const readRedisUrl: Reader<string> = (text) => {
  if (!/^rediss?:$/.test(parseUrl(text)?.protocol ?? ''))
    throw new Error('must be an address such as redis://host:6379, or rediss:// with TLS');
  return text;
};

const networksByName = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Accepts only the forms that fastify's `trustProxy` takes. Other texts would trust no proxy, or crash the
 * start with a stack trace.
 */
export const readProxies: Reader<string[]> = (text) => {
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

export const readJson: Reader<unknown> = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('must be JSON');
  }
};

/** Origins that browsers compare as text: https, and nothing after the host. */
export const readOriginList: Reader<URL[]> = (text) => {
  const urls = readList(text).map(readBaseUrl);
  if (urls.some(({ protocol }) => protocol !== 'https:')) throw new Error('must be https origins');
  return urls;
};

export const readUrlList: Reader<URL[]> = (text) => readList(text).map(readUrl);

/** `number=address`, separated by commas. */
export const readEvmNodes: Reader<ReadonlyMap<number, URL>> = (text) => {
  const entries = readList(text).map((entry) => /^([1-9]\d{0,14})=(.+)$/.exec(entry));
  if (entries.length === 0 || entries.includes(null))
    throw new Error('must be chain numbers with an address each, such as 8453=https://base.example');
  return new Map(entries.map((entry) => [Number(entry![1]), readUrl(entry![2]!)]));
};

export const readAddress: Reader<Address> = (text) => {
  try {
    return toAddress(text);
  } catch {
    throw new Error('must be a Solana address: 32 bytes in base58');
  }
};

/** `address` or `address:client_id`, separated by commas. */
export const readGamePrograms: Reader<{ program: Address; clientId: string | null }[]> = (text) =>
  readList(text).map((entry) => {
    const [program = '', clientId = null, ...rest] = entry.split(':');
    if (rest.length > 0)
      throw new Error('must be addresses, each optionally followed by a colon and a client_id');
    return { program: readAddress(program), clientId };
  });

/** 32 bytes in base64 (plain or URL-safe) or hex. */
export const readMasterKey: Reader<Buffer> = (text) => {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text)
    ? Buffer.from(text, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : null;
  if (bytes?.length !== 32)
    throw new Error('must be 32 bytes in base64 or hex; create a key with `openssl rand -base64 32`');
  if (bytes.every((byte) => byte === bytes[0])) throw new Error('must be random bytes');
  return bytes;
};
