export { AppError, type ErrorDetails } from './app-error.ts';
export { invalid, refuse } from './refuse.ts';
export { assertNever, impossible } from './impossible.ts';
