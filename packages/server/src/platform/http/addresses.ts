import { isIP, isIPv4, isIPv6 } from 'node:net';
import { parseUrl } from '../parse-url.ts';
import { isLoopbackHost } from './same-origin.ts';

/**
 * Reduces X-Forwarded-For to the entries that can be trusted: from the right, as long as each entry is an
 * address. Ports that some proxies add are removed. Entries to the left of an invalid one are not vouched for
 * by any proxy. Undefined when no entry is left.
 */
export function cleanForwarded(header: string): string | undefined {
  const entries: string[] = [];
  for (const entry of header.split(',').toReversed()) {
    const address = withoutPort(entry.trim());
    if (isIP(address) === 0) break;
    entries.unshift(address);
  }
  return entries.length > 0 ? entries.join(', ') : undefined;
}

/** `192.0.2.1:5555` and `[2001:db8::1]:443` (RFC 7239, section 6), or a bare address. */
function withoutPort(text: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text) ?? [];
  return bracketed ?? dotted ?? text;
}

/** The rate limit key of a household: an IPv4 address, or the /64 network of an IPv6 address (RFC 6177). */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return isIPv4(address) ? address : 'unknown';
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address. The zone is ignored; the last two groups may be written as IPv4. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address.split('%')[0]!);
  const plain = dotted
    ? `${dotted[1]}${pair(dotted[2]!, dotted[3]!)}:${pair(dotted[4]!, dotted[5]!)}`
    : address.split('%')[0]!;
  const [head = '', tail] = plain.split('::');
  const read = (part: string) => part.split(':').map((group) => Number.parseInt(group, 16));
  const left = head ? read(head) : [];
  const right = tail ? read(tail) : [];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function pair(high: string, low: string): string {
  return (Number(high) * 256 + Number(low)).toString(16);
}

/**
 * The network of an address: the /24 of an IPv4 address, the /64 of an IPv6 address, or one key for all
 * loopback addresses.
 */
export function networkKey(address: string): string {
  if (isLoopbackAddress(address)) return 'loopback';
  const key = addressKey(address);
  return isIPv4(key) ? `${key.slice(0, key.lastIndexOf('.'))}.0/24` : key;
}

const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
]);

/** Whether a proxy forwarded this request. Then the address of the connection is not the caller's. */
export function isForwarded(headers: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded') || forwardingHeaders.has(name));
}

/** For the address of a connection; host names return false. */
export function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined || isIP(address) === 0) return false;
  return addressKey(address).startsWith('127.') || address === '::1';
}

interface Arrived {
  /** The caller's address, as far as trusted proxies report it. */
  readonly ip: string;
  /** Present if a proxy is trusted. */
  readonly ips?: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Whether a request comes from this machine. Development features that let anyone sign in as anyone or give
 * money away require it. DNS rebinding (another site's name that now resolves to this machine) shows in
 * `Host`, a tunnel or proxy in its headers, another machine in the address, and a website that the developer
 * visits in the browser's Origin and Sec-Fetch headers.
 */
export function isFromThisMachine({ ip, ips, headers, socket }: Arrived): boolean {
  const host = parseUrl(`http://${String(headers['host'])}`);
  const isOwnConnection = isLoopbackAddress(socket.remoteAddress);
  const isOwnWord = ips ? isLoopbackAddress(ip) : !isForwarded(headers);
  return isOwnConnection && isOwnWord && isOwnPage(headers) && host !== null && isLoopbackHost(host.hostname);
}

/**
 * Refuses requests from pages of other sites, which also start on this machine. Following a link from such a
 * page is allowed: the developer chose to.
 */
function isOwnPage(headers: Arrived['headers']): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  // A form of our own pages with the referrer policy no-referrer also sends `Origin: null`.
  if (origin === 'null') return site === 'same-origin';
  if (origin === undefined) return site !== 'cross-site' || (mode === 'navigate' && dest === 'document');
  const page = typeof origin === 'string' ? parseUrl(origin) : null;
  return page !== null && isLoopbackHost(page.hostname);
}
