export { AppError, defineError, type ErrorDefinition } from './app-error.ts';
export * as commonErrors from './common-errors.ts';
export { assertNever, impossible } from './impossible.ts';
