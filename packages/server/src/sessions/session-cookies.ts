import type { FastifyReply } from 'fastify';
import { serializeCookie } from '../platform/http/index.ts';
import { refreshTtlSeconds, type SessionTokens } from './open-session.ts';

export interface CookieSettings {
  readonly secure: boolean;
  readonly accessTtlSeconds: number;
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
