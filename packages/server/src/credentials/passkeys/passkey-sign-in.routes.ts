import { operations } from '@pid/contract';
import { originOf } from '../../audit/index.ts';
import { readSingleCookie, route, serializeCookie, type Route } from '../../platform/http/index.ts';
import {
  deviceOf,
  keepDevice,
  sessionOfBrowser,
  setSessionCookies,
  type CookieSettings,
} from '../../sessions/index.ts';
import { challengeTtlSeconds } from './challenges.ts';
import { passkeySignInOptions, signInWithPasskey, type PasskeySignInDeps } from './sign-in-with-passkey.ts';

export interface PasskeySignInRouteDeps extends PasskeySignInDeps {
  readonly cookies: CookieSettings;
}

const cookieName = 'pid_passkey';

export function passkeySignInRoutes(deps: PasskeySignInRouteDeps): Route[] {
  return [
    route(operations.passkeySignInOptions, async ({ request, reply }) => {
      const known = readSingleCookie(request.headers.cookie, cookieName);
      const { browser, options } = await passkeySignInOptions(deps, known);
      reply.header(
        'set-cookie',
        serializeCookie(cookieName, browser, {
          path: '/v1/auth',
          maxAgeSeconds: challengeTtlSeconds,
          secure: deps.cookies.secure,
        }),
      );
      keepDevice(request, reply, deps);
      return options;
    }),
    route(operations.signInWithPasskey, async ({ body, request, reply }) => {
      const { identity, tokens } = await signInWithPasskey(deps, {
        response: body.response,
        browser: readSingleCookie(request.headers.cookie, cookieName),
        origin: originOf(request),
        device: deviceOf(request),
        replaces: sessionOfBrowser(deps.sessions, request.headers.cookie),
      });
      setSessionCookies(reply, tokens, deps.cookies);
      return { ok: true, pid: identity.pid };
    }),
  ];
}
