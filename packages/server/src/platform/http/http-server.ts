import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ServiceError, refuse } from '../errors/index.ts';
import type { Ids } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { currentTracer } from '../tracing/tracing.ts';
import { cleanForwarded } from './addresses.ts';
import { installBodyParsers } from './body-parsers.ts';
import type { Authenticator, Caller, MachineCaller, Principal } from './caller.ts';
import type { CollectedBody } from './collect-body.ts';
import { limitConnections } from './connections.ts';
import { answerCrossOrigin } from './cross-origin.ts';
import { errorBody, sendError } from './error-mapper.ts';
import { collectMethods } from './known-methods.ts';
import { sendElsewhere, type Leave } from './leave.ts';
import { installObservation, type RequestWatch } from './observation.ts';
import type { Overload } from './overload.ts';
import type { RateLimiter } from './rate-limits.ts';
import { ownOrigins } from './same-origin.ts';
import { createSerializerCompiler, createValidatorCompiler } from './validator.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | MachineCaller | null;
    /** The principal that the token claims, admitted or not. */
    principal: Principal | null;
    /** A passkey that counts has signed exactly this request. */
    steppedUp: boolean;
    errorCode: string | null;
    /** The cause of a refusal for the owner of the app. */
    ownersReason: string | null;
    /** The error behind the refusal, for the log. */
    failure: unknown;
    arrivedMillis: number;
    /** Set on declared routes: fastify rebuilds its route options on every access. */
    routeUrl: string | null;
    /** Set on declared routes: the body that is still arriving. */
    collectedBody: CollectedBody | null;
    /** For a request with a body: when its caller was admitted, by the monotonic clock of `performance`. */
    judgedMillis: number;
  }
  interface FastifyInstance {
    /** Every HTML page passes through it before it is sent. */
    markPage(page: HtmlPage): HtmlPage;
    /** Methods of the routes that match a path. */
    knownMethods(path: string): readonly string[];
  }
  interface FastifyContextConfig {
    formBody?: boolean;
  }
}

/** A document with its content security policy. */
export interface HtmlPage {
  readonly html: string;
  readonly policy: string;
}

export interface HttpOptions {
  readonly baseUrl: URL;
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter | null;
  readonly trustedProxies: readonly string[];
  readonly connectionsMax: number;
  /** Origins of registered apps. Called on every cross-origin request, so it must read from memory. */
  readonly isRegisteredOrigin: (origin: string) => boolean;
  readonly overload: Overload;
  readonly leave: Leave;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly watches?: readonly RequestWatch[];
  /** Adds to every page what the mode of the service must say. */
  readonly markPage?: ((page: HtmlPage) => HtmlPage) | undefined;
  /** Tests set shorter times. */
  readonly arrival?: typeof arrivalMillis;
}

/** Time limits for the head and for the whole request, and the interval at which Node checks them. */
export const arrivalMillis = { head: 10_000, whole: 20_000, lookEvery: 2000 };

/** Probes that must respond even when the service is overloaded. */
const unrefusable = new Set(['/healthz', '/readyz', '/metrics']);
/** One year, without subdomains: another party may run those. */
const transportSecurity = 'max-age=31536000';
const requestIdPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** Fastify with the contract's conventions; routes are added by `mount`. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { log, arrival = arrivalMillis } = options;
  const http = fastify({
    logger: false,
    http: nodeOptions(arrival),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // mutant (platform/http/slow-and-many): arrival.whole => 0
    requestTimeout: arrival.whole,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false },
    genReqId: (request) => acceptRequestId(request.headers['x-request-id']) ?? options.ids.requestId(),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: answerClientError,
  });
  http.decorate('markPage', options.markPage ?? ((page) => page));
  http.decorate('knownMethods', collectMethods(http));
  http.decorateRequest('caller', null);
  http.decorateRequest('principal', null);
  http.decorateRequest('steppedUp', false);
  http.decorateRequest('errorCode', null);
  http.decorateRequest('ownersReason', null);
  http.decorateRequest('failure', null);
  http.decorateRequest('arrivedMillis', 0);
  http.decorateRequest('routeUrl', null);
  http.decorateRequest('collectedBody', null);
  http.decorateRequest('judgedMillis', 0);
  http.setValidatorCompiler(createValidatorCompiler());
  http.setSerializerCompiler(createSerializerCompiler());
  installBodyParsers(http);
  http.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  const { overload, leave } = options;
  http.addHook('onClose', async () => overload.stop());
  // The size of headers is limited instead. Node drops headers after the 2,000th, and a proxy's header may be
  // among those.
  http.server.maxHeadersCount = 0;
  const connections = limitConnections(http.server, options.connectionsMax);
  http.addHook('preClose', async () => connections.closeIdle());
  const trustsProxies = options.trustedProxies.length > 0;
  const isHttps = options.baseUrl.protocol === 'https:';
  const own = ownOrigins(options.baseUrl);
  const isAllowedOrigin = (origin: string) => !own.has(origin) && options.isRegisteredOrigin(origin);
  currentTracer()?.install(http);
  // One hook for all requests: a hook costs as much as the work in it.
  http.addHook('onRequest', (request, reply, done) => {
    request.arrivedMillis = performance.now();
    if (leave.begun && !unrefusable.has(request.url) && sendElsewhere(leave, request, reply)) return;
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // API responses contain no links, except redirects, which `mount` handles. This header costs a twentieth
    // of the time of a read.
    if (!request.url.startsWith('/v1/')) reply.header('referrer-policy', 'no-referrer');
    // Nearly all API responses contain personal data; the others set their own header.
    else reply.header('cache-control', 'no-store');
    if (isHttps) reply.header('strict-transport-security', transportSecurity);
    if ((overload.active || connections.isBeyond(request.raw.socket)) && !unrefusable.has(request.url))
      return done(overloadedNow(reply));
    if (trustsProxies) cleanForwardedHeader(request);
    const { origin } = request.headers;
    if (origin !== undefined && answerCrossOrigin(origin, request, reply, isAllowedOrigin)) return;
    done();
  });
  installObservation(http, options.metrics, log, options.watches ?? []);
  return http;
}

/** Avoids a stream for requests without a body. Node 24 supports the option; earlier versions ignore it. */
function nodeOptions({ head, whole, lookEvery }: typeof arrivalMillis): ServerOptions {
  const options = {
    // mutant (platform/http/slow-and-many): headersTimeout: head, => nothing
    headersTimeout: head,
    requestTimeout: whole,
    connectionsCheckingInterval: lookEvery,
    optimizeEmptyRequests: true,
  };
  return options;
}

/** Closes the connection, so that a retry opens a new one, perhaps to another node. */
function overloadedNow(reply: FastifyReply): ServiceError {
  reply.header('connection', 'close');
  return refuse('overloaded');
}

/** Must run before `request.ip` is read: fastify does not check the entries of the header. */
function cleanForwardedHeader({ headers }: FastifyRequest): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return;
  const clean = cleanForwarded(String(forwarded));
  if (clean === undefined) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = clean;
}

function acceptRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && requestIdPattern.test(header) ? header : undefined;
}

/** Responds to requests that Node's parser refuses, in the error format of the contract. */
function answerClientError(this: unknown, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = clientErrorStatuses.get(error.code ?? '') ?? [400, 'Bad Request'];
  const body = errorBody(new ServiceError('malformed_http', status, reason));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const clientErrorStatuses = new Map<string, [number, string]>([
  ['HPE_HEADER_OVERFLOW', [431, 'Request Header Fields Too Large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request Timeout']],
]);
