import { parseUrl } from '../../platform/parse-url.ts';
import { isPublicHostName } from '../../platform/public-address.ts';

/**
 * The service sends requests to addresses that players name, so these must not lead into its own network: https on
 * the default port of a public host name. When a notification is sent, the addresses of the name are checked as well.
 * `testService`: the origin of a fake push service, on loopback only.
 */
export function parsePushEndpoint(text: string, testService: URL | null): URL | null {
  if (/[\s\\\p{C}]/u.test(text)) return null;
  const url = parseUrl(text);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return null;
  if (testService !== null && url.origin === testService.origin) return url;
  return url.protocol === 'https:' && url.port === '' && isPublicHostName(url.hostname) ? url : null;
}
