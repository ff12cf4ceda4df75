export { actorOf, identityOf } from './caller.ts';
export type {
  AdminCaller,
  Admission,
  Authenticator,
  Caller,
  IdentityStatus,
  MachineCaller,
  TokenPrincipal,
  UserCaller,
} from './caller.ts';
export { readSingleCookie, serializeCookie } from './cookies.ts';
export { toServiceError } from './error-mapper.ts';
export { neverOverloaded, watchOverload, type Overload } from './overload.ts';
export { createLeave, lastCallMillisMax, type Leave } from './leave.ts';
export { createHttpServer, type HtmlPage } from './http-server.ts';
export { pathOf, refuseUnrouted } from './known-methods.ts';
export { mount, type RecordUse } from './mount.ts';
export type { RequestWatch } from './observation.ts';
export { cursorForms, decodeCursor, encodeCursor, pageOf } from './cursor.ts';
export { Download, sendDownload } from './download.ts';
export {
  markFound,
  markReplay,
  readIdempotencyKey,
  requireIdempotencyKey,
  type IdempotencyKey,
} from './idempotency.ts';
export { addressKey, isForwarded, isFromThisMachine, isLoopbackAddress, networkKey } from './addresses.ts';
export { openRateLimiter } from './open-rate-limiter.ts';
export type { RateLimiter } from './rate-limits.ts';
export { deprecated, route, type Route } from './route.ts';
export { isForeignRequest, isLoopbackHost, ownOrigins } from './same-origin.ts';
export { type StepUp, type StepUpRequest } from './step-up.ts';
export { parsePlainJson } from './plain-values.ts';
export { createValidator } from './validator.ts';
