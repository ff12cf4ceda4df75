import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IANA's special-purpose address registries: everything that is not a host on the public internet. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');
/** Of IPv6, only this range is assigned to hosts. It excludes loopback, local and IPv4-mapped addresses. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/**
 * Resolves a host name like Node, and fails if one of its addresses is not public. The connection uses exactly the
 * addresses that were checked, so a name that resolves differently a moment later gains nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0);
    // mutant (platform/public-address): !isPublicAddress(address) => false
    if (addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new Error(`${hostname} is not on the public internet`), '', 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/** Whether a host name can be one on the public internet: not an address, and not a name of a local network. */
export function isPublicHostName(hostname: string): boolean {
  return (
    /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(hostname) &&
    !/(?:^|\.)(?:localhost|local|localdomain|internal|intranet|home|lan|corp|arpa|test|invalid|onion)$/.test(
      hostname,
    )
  );
}
