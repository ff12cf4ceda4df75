import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSingleCookie, serializeCookie } from '../platform/http/index.ts';
import { isDevice } from '../notices/index.ts';
import type { Ids } from '../platform/ids.ts';
import { refreshTtlSeconds, type SessionTokens } from './open-session.ts';

const deviceCookie = 'pid_device';
/** Browsers limit cookies to 400 days. */
const deviceTtlSeconds = 400 * 86_400;

export interface CookieSettings {
  readonly secure: boolean;
  readonly accessTtlSeconds: number;
}

/** Returns the device id of the browser if anyone started a sign-in in it before. It grants no access. */
export function deviceOf(request: FastifyRequest): string | null {
  return readSingleCookie(request.headers.cookie, deviceCookie) ?? null;
}

/**
 * Sets or keeps the device cookie where a sign-in begins. The response that opens the session then sets only
 * the two session cookies.
 */
export function keepDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { ids, cookies }: { readonly ids: Ids; readonly cookies: CookieSettings },
): string {
  const presented = deviceOf(request);
  const device = presented !== null && isDevice(presented) ? presented : ids.token();
  reply.header(
    'set-cookie',
    serializeCookie(deviceCookie, device, {
      path: '/v1/auth',
      maxAgeSeconds: deviceTtlSeconds,
      secure: cookies.secure,
    }),
  );
  return device;
}

export function setSessionCookies(
  reply: FastifyReply,
  tokens: SessionTokens,
  settings: CookieSettings,
): void {
  reply.header('set-cookie', [
    serializeCookie('pid_access', tokens.accessToken, {
      path: '/',
      maxAgeSeconds: settings.accessTtlSeconds,
      secure: settings.secure,
    }),
    serializeCookie('pid_refresh', tokens.refreshToken, {
      path: '/v1/auth',
      maxAgeSeconds: refreshTtlSeconds,
      secure: settings.secure,
    }),
  ]);
}

export function clearSessionCookies(reply: FastifyReply, settings: CookieSettings): void {
  reply.header('set-cookie', [
    serializeCookie('pid_access', '', { path: '/', maxAgeSeconds: 0, secure: settings.secure }),
    serializeCookie('pid_refresh', '', { path: '/v1/auth', maxAgeSeconds: 0, secure: settings.secure }),
  ]);
}
