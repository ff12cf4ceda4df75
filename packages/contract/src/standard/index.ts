export { isStandardEndpoint, standardEndpoints, type StandardEndpoint } from './endpoints.ts';
export {
  redirectErrors,
  standardErrors,
  standardRemedies,
  type RedirectError,
  type StandardError,
} from './errors.ts';
export { deviceGrantType, oauthError } from './shapes.ts';
