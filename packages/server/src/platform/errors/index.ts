export { ServiceError, type ErrorDetails } from './service-error.ts';
export { invalid, refuse } from './refuse.ts';
export { assertNever, impossible } from './impossible.ts';
