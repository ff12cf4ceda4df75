import { isIPv4 } from 'node:net';
import { addressKey } from '../platform/http/index.ts';

/**
 * Reduces an address to its network: enough to recognize one attacker in many events, too little to identify
 * a person (docs/operations.md).
 */
export function networkOf(address: string | null | undefined): string | null {
  if (!address) return null;
  const key = addressKey(address);
  if (isIPv4(key)) return `${key.split('.').slice(0, 3).join('.')}.0/24`;
  return /^[0-9a-f:]+\/64$/.test(key) ? key : null;
}
