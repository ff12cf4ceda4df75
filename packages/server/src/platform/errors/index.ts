export { AppError, defineError, type ErrorDefinition, type ErrorDetails } from './app-error.ts';
export { refuse } from './refuse.ts';
export * as commonErrors from './common-errors.ts';
export { assertNever, impossible } from './impossible.ts';
