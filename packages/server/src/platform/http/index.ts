export type {
  Admission,
  AppCaller,
  Authenticator,
  Caller,
  IdentityStatus,
  Principal,
  UserCaller,
} from './caller.ts';
export { readSingleCookie, serializeCookie } from './cookies.ts';
export { toAppError } from './error-mapper.ts';
export { neverOverloaded, watchOverload, type Overload } from './overload.ts';
export { createHttpServer } from './http-server.ts';
export { createNotFound, mount } from './mount.ts';
export type { RequestWatch } from './observation.ts';
export { cursorForms, decodeCursor, encodeCursor, pageOf } from './cursor.ts';
export { keyReused, markReplay, readIdempotencyKey, type IdempotencyKey } from './idempotency.ts';
export { addressKey, isForwarded, isLoopbackAddress } from './addresses.ts';
export { memoryRateLimiter, type RateLimiter } from './rate-limits.ts';
export { redisRateLimiter } from './redis-rate-limiter.ts';
export { deprecated, route, type Route } from './route.ts';
export { isForeignRequest, isLoopbackHost, ownOrigins } from './same-origin.ts';
export { type StepUp, type StepUpRequest } from './step-up.ts';
export { parsePlainJson } from './plain-values.ts';
export { createValidator } from './validator.ts';
export { schemas } from '@pid/contract';
