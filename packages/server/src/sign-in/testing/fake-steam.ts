import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../platform/clock.ts';

const namespace = 'http://specs.openid.net/auth/2.0';
const signedFields = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle';

export type Fields = Record<string, string>;

export interface FakeSteam {
  readonly origin: string;
  /** The redirect that Steam sends the browser to after this player has signed in at `authorization`. */
  signIn(authorization: string, steamId: string): URL;
  /** Signs fields as Steam signs its own, for assertions that Steam would not make. */
  sign(fields: Fields): string;
  /** Confirms every assertion: what remains is what the relying party checks itself. */
  confirmsEverything: boolean;
  /** Replaces the response of the direct verification. */
  respond: ((response: ServerResponse) => void) | null;
  /** Requests for direct verification. */
  readonly asked: Fields[];
  close(): void;
}

/**
 * Behaves as steamcommunity.com/openid: without associations, with the same fields in the same order, and with an
 * HMAC over the `name:value` lines of the fields in `openid.signed`. It confirms an assertion once.
 */
export async function startFakeSteam(clock: Clock): Promise<FakeSteam> {
  const key = randomBytes(20);
  const used = new Set<string>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign = (fields: Fields): string => {
    const lines = fields['signed']!.split(',').map((name) => `${name}:${fields[name] ?? ''}\n`);
    return createHmac('sha1', key).update(lines.join('')).digest('base64');
  };

  function confirms(fields: Fields): boolean {
    const nonce = fields['response_nonce'] ?? '';
    if (fields['mode'] !== 'check_authentication' || used.has(nonce) || fields['sig'] !== sign(fields))
      return false;
    used.add(nonce);
    return true;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const fields = Object.fromEntries(
      [...new URLSearchParams(body)].map(([name, value]) => [name.replace(/^openid\./, ''), value]),
    );
    steam.asked.push(fields);
    if (steam.respond) return steam.respond(response);
    const isValid = steam.confirmsEverything || confirms(fields);
    response.writeHead(200, { 'content-type': 'text/plain;charset=utf-8' });
    response.end(`ns:${namespace}\nis_valid:${isValid}\n`);
  }

  const steam: FakeSteam = {
    origin,
    sign,
    signIn(authorization, steamId) {
      const asked = new URL(authorization).searchParams;
      const returnTo = asked.get('openid.return_to')!;
      const account = `${origin}/openid/id/${steamId}`;
      const fields: Fields = {
        ns: namespace,
        mode: 'id_res',
        op_endpoint: `${origin}/openid/login`,
        claimed_id: account,
        identity: account,
        return_to: returnTo,
        response_nonce: `${clock.now().toISOString().slice(0, 19)}Z${randomBytes(20).toString('base64')}`,
        assoc_handle: '1234567890',
        signed: signedFields,
      };
      const url = new URL(returnTo);
      for (const [name, value] of Object.entries({ ...fields, sig: sign(fields) }))
        url.searchParams.append(`openid.${name}`, value);
      return url;
    },
    confirmsEverything: false,
    respond: null,
    asked: [],
    close: () => server.close(),
  };
  return steam;
}
