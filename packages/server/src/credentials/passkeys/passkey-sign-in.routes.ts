import { Type } from 'typebox';
import { originOf } from '../../audit/index.ts';
import { pidSchema } from '../../identity/index.ts';
import { commonErrors } from '../../platform/errors/index.ts';
import { readSingleCookie, route, serializeCookie, type Route } from '../../platform/http/index.ts';
import {
  deviceOf,
  keepDevice,
  sessionOfBrowser,
  setSessionCookies,
  type CookieSettings,
} from '../../sessions/index.ts';
import { challengeTtlSeconds } from './challenges.ts';
import {
  challengeUnknown,
  passkeyClosed,
  passkeyCounterFell,
  passkeyRefused,
  passkeyUnknown,
} from './passkey-errors.ts';
import { requestOptionsSchema } from './passkey-options.ts';
import {
  authenticationResponseSchema,
  signInOptions,
  signInWithPasskey,
  type PasskeySignInDeps,
} from './sign-in-with-passkey.ts';

export interface PasskeySignInRouteDeps extends PasskeySignInDeps {
  readonly cookies: CookieSettings;
}

const cookieName = 'pid_passkey';
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

export function passkeySignInRoutes(deps: PasskeySignInRouteDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/auth/passkey/options',
      operationId: 'passkeySignInOptions',
      summary: 'What navigator.credentials.get takes to sign in with any passkey of the device',
      tag: 'auth',
      access: 'public',
      limit: 'signin',
      reply: requestOptionsSchema,
      errors: [commonErrors.foreignOrigin],
      async handle({ request, reply }) {
        // Kept when there is one, so that a second tab does not spoil the sign-in that waits in the first.
        const known = readSingleCookie(request.headers.cookie, cookieName);
        const browser = known && secretPattern.test(known) ? known : deps.ids.token();
        reply.header(
          'set-cookie',
          serializeCookie(cookieName, browser, {
            path: '/v1/auth',
            maxAgeSeconds: challengeTtlSeconds,
            secure: deps.cookies.secure,
          }),
        );
        keepDevice(request, reply, deps);
        return signInOptions(deps, browser);
      },
    }),
    route({
      method: 'POST',
      path: '/v1/auth/passkey',
      operationId: 'signInWithPasskey',
      summary: 'Signs in with a passkey',
      tag: 'auth',
      access: 'public',
      limit: 'signin',
      body: Type.Object({ response: authenticationResponseSchema }),
      reply: Type.Object({ ok: Type.Boolean(), pid: pidSchema }),
      errors: [
        challengeUnknown,
        passkeyRefused,
        passkeyCounterFell,
        passkeyUnknown,
        passkeyClosed,
        commonErrors.foreignOrigin,
      ],
      async handle({ body, request, reply }) {
        const browser = readSingleCookie(request.headers.cookie, cookieName);
        if (!browser) throw challengeUnknown();
        const { identity, tokens } = await signInWithPasskey(deps, {
          response: body.response,
          browser,
          origin: originOf(request),
          device: deviceOf(request),
          replaces: sessionOfBrowser(deps.sessions, request.headers.cookie),
        });
        setSessionCookies(reply, tokens, deps.cookies);
        return { ok: true, pid: identity.pid };
      },
    }),
  ];
}
