import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSingleCookie, serializeCookie } from '../platform/http/index.ts';
import { refreshTtlSeconds, type OpenedSession, type SessionTokens } from './open-session.ts';

const deviceCookie = 'pid_device';
/** Browsers cut off at 400 days. */
const deviceTtlSeconds = 400 * 86_400;

export interface CookieSettings {
  readonly secure: boolean;
  readonly accessTtlSeconds: number;
}

/** What the browser is known by, if it signed in here before, whoever did. It opens nothing. */
export function deviceOf(request: FastifyRequest): string | null {
  return readSingleCookie(request.headers.cookie, deviceCookie) ?? null;
}

export function setSessionCookies(
  reply: FastifyReply,
  tokens: SessionTokens | OpenedSession,
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
    ...('device' in tokens
      ? [
          serializeCookie(deviceCookie, tokens.device, {
            path: '/v1/auth',
            maxAgeSeconds: deviceTtlSeconds,
            secure: settings.secure,
          }),
        ]
      : []),
  ]);
}

export function clearSessionCookies(reply: FastifyReply, settings: CookieSettings): void {
  reply.header('set-cookie', [
    serializeCookie('pid_access', '', { path: '/', maxAgeSeconds: 0, secure: settings.secure }),
    serializeCookie('pid_refresh', '', { path: '/v1/auth', maxAgeSeconds: 0, secure: settings.secure }),
  ]);
}
