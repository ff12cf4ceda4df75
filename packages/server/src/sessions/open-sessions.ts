import { dayMillis } from '../platform/config/index.ts';
import { openPageSweep } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import type { Slice } from '../platform/slice.ts';
import { openKeyRing, type KeyRing } from './key-ring.ts';
import { serviceSecret } from './keys.store.ts';
import type { SessionDeps } from './open-session.ts';
import type { CookieSettings } from './session-cookies.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { endSessions, eraseSessions, exportSessions, sweepSessions } from './sessions.store.ts';
import type { SessionConfig } from './settings.ts';

export interface SessionsDeps extends Needs<'db' | 'sealer' | 'notifications' | 'clock' | 'ids' | 'log'> {
  readonly config: SessionConfig;
  readonly events: SecurityEvents;
}

export interface Sessions extends Slice {
  readonly keyRing: KeyRing;
  readonly deps: SessionDeps;
  readonly cookies: CookieSettings;
  /** Returns a secret of the service, which is created on first use. */
  secret(name: string): Promise<Buffer>;
}

export async function openSessions(given: SessionsDeps): Promise<Sessions> {
  const { config, db, clock, ids } = given;
  const keyRing = await openKeyRing(given);
  const secret = (name: string) => serviceSecret(given, name, ids.bytes(32), clock.now());
  const { accessTtlSeconds } = config;
  const deps = {
    keyRing,
    refreshKey: await secret('refresh'),
    issuer: config.baseUrl.origin,
    accessTtlSeconds,
    clock,
    ids,
  };
  const cookies = { secure: config.baseUrl.protocol === 'https:', accessTtlSeconds };
  return {
    keyRing,
    deps,
    cookies,
    secret,
    routes: sessionRoutes({ ...deps, events: given.events, db, cookies }),
    forget: openPageSweep(given, {
      table: 'sessions',
      remove: (from, to) =>
        sweepSessions(db, new Date(clock.nowMillis() - config.retentionDays.sessions * dayMillis), from, to),
    }),
    async erase(tx, { id }, now) {
      await endSessions(tx, { identityId: id, exceptId: null, reason: 'identity deleted', now });
      await eraseSessions(tx, id);
    },
    export: { sessions: exportSessions },
    close: () => keyRing.close(),
  };
}
