import type { FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { addressKey, type RequestWatch } from '../platform/http/index.ts';
import type { SecurityEvent, SecurityEventName, SecurityEvents } from '../platform/security-events.ts';

const minuteMillis = 60_000;
/** Number of refusals of one caller with one status in a minute that records an event. */
const manyRefusals = 60;
const callersMax = 50_000;

type Refusals = ReadonlyMap<string, SecurityEventName>;

const signInCodes: Refusals = new Map(
  [
    'sign_in_failed',
    'login_in_use',
    'identity_closed',
    'passkey_refused',
    'passkey_counter_fell',
    'passkey_unknown',
    'passkey_closed',
    'challenge_unknown',
  ].map((code) => [code, 'sign_in.failed']),
);
const clientCodes: Refusals = new Map([
  ['unauthorized', 'secret.refused'],
  ['invalid_client', 'secret.refused'],
  ['login_code_invalid', 'code.refused'],
  ['invalid_grant', 'code.refused'],
]);
/** Event for each error code on these routes; `*` stands for all other routes. */
const refusals: ReadonlyMap<string, Refusals> = new Map([
  ['/v1/auth/callback/:provider', signInCodes],
  ['/v1/auth/passkey', signInCodes],
  ['/v1/auth/exchange', clientCodes],
  ['/v1/auth/token', clientCodes],
  ['/oidc/token', clientCodes],
  ['/oidc/revoke', clientCodes],
  ['/oidc/introspect', clientCodes],
  ['/v1/notices/not-me', new Map([['not_me_refused', 'link.refused']])],
  ['/v1/payments/:provider/notifications', new Map([['unauthorized', 'payment_notice.refused']])],
  [
    '*',
    new Map([
      ['passkey_refused', 'passkey.refused'],
      ['passkey_counter_fell', 'passkey.refused'],
    ]),
  ],
]);
const counted = new Set([401, 403, 429]);
const adminPrefix = '/v1/admin/';

/**
 * Inspects every response: refusals by error code, repeated refusals by caller, administration and exports by
 * route.
 */
export function watchRequests(deps: { clock: Clock; events: SecurityEvents }): RequestWatch {
  let minute = { startedMillis: 0, byCaller: new Map<string, number>() };

  function countRefusal(request: FastifyRequest, status: number): void {
    const now = deps.clock.nowMillis();
    if (Math.abs(now - minute.startedMillis) >= minuteMillis || minute.byCaller.size >= callersMax)
      minute = { startedMillis: now, byCaller: new Map() };
    const key = `${status} ${callerKey(request)}`;
    const count = (minute.byCaller.get(key) ?? 0) + 1;
    minute.byCaller.set(key, count);
    if (count === manyRefusals)
      deps.events.record({ ...whoOf(request), event: 'refusals.many', details: { status, count } });
  }

  return {
    // Called for every response, so it only compares strings.
    looksAt: (route, request) =>
      route.startsWith(adminPrefix) || (request.method === 'GET' && mayExport(route)),
    see(request, status) {
      const route = request.routeUrl ?? request.routeOptions.url ?? 'unmatched';
      const code = request.errorCode;
      if (counted.has(status)) countRefusal(request, status);
      if (code !== null) {
        const event = (refusals.get(route) ?? refusals.get('*')!).get(code);
        if (event) deps.events.record({ ...whoOf(request), event, details: { code } });
        // These routes return 404 to everyone except administrators, but attempts to use them are recorded.
        else if (route.startsWith(adminPrefix) && (request.caller === null || code === 'role_too_small'))
          deps.events.record({
            ...whoOf(request),
            event: 'administration.refused',
            details: machineOf(request),
          });
      } else if (status < 400 && isExport(request, route))
        deps.events.record({ ...whoOf(request), event: 'export', details: machineOf(request) });
      else if (status < 400 && route.startsWith(adminPrefix) && request.method !== 'GET')
        deps.events.record({
          ...whoOf(request),
          event: 'administration',
          details: { ...subjectOf(request), ...machineOf(request) },
        });
    },
  };
}

function mayExport(route: string): boolean {
  return route.endsWith('/export') || route.endsWith('/statement') || route.startsWith(adminPrefix);
}

function isExport(request: FastifyRequest, route: string): boolean {
  const { format } = (request.query ?? {}) as { format?: unknown };
  return request.method === 'GET' && (route.endsWith('/export') || format === 'csv' || format === 'ndjson');
}

/** The target of an administrator's action, as in the path: a pid, a client_id or an id. */
function subjectOf({ params }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      String(value).slice(0, 64),
    ]),
  );
}

function machineOf({ caller }: FastifyRequest): Record<string, string> {
  return caller?.type === 'machine' ? { machine: caller.name } : {};
}

function whoOf(request: FastifyRequest): Omit<SecurityEvent, 'event'> {
  const { caller } = request;
  return {
    identityId: caller?.type === 'user' ? caller.identityId : null,
    clientId: caller?.type === 'app' ? caller.clientId : clientOf(request.body),
    address: request.ip,
    operation: `${request.method} ${request.routeUrl ?? request.routeOptions.url ?? 'unmatched'}`,
  };
}

/**
 * A refused app still sends its client_id. Only a value in the right form is kept, because the field may
 * contain something else, such as a secret.
 */
function clientOf(body: unknown): string | null {
  const claimed = (body as { client_id?: unknown } | null | undefined)?.client_id;
  return typeof claimed === 'string' && /^app_[0-9a-f]{24}$/.test(claimed) ? claimed : null;
}

function callerKey({ caller, ip }: FastifyRequest): string {
  if (!caller) return addressKey(ip);
  if (caller.type === 'machine') return `machine:${caller.name}`;
  return caller.type === 'app' ? caller.clientId : caller.identityId;
}
