import { deviceGrantType } from '@pid/contract';
import { standardScopes } from '../authorize-request.ts';
import { idTokenAlgorithm } from './id-token-keys.ts';

/** One document for OpenID Connect Discovery 1.0 and RFC 8414. It lists only supported features. */
export function discoveryDocument(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/oidc/token`,
    device_authorization_endpoint: `${issuer}/oidc/device_authorization`,
    userinfo_endpoint: `${issuer}/oidc/userinfo`,
    revocation_endpoint: `${issuer}/oidc/revoke`,
    introspection_endpoint: `${issuer}/oidc/introspect`,
    end_session_endpoint: `${issuer}/oidc/logout`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    service_documentation: `${issuer}/docs`,
    scopes_supported: [...standardScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', deviceGrantType],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [idTokenAlgorithm],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['login', 'consent', 'select_account'],
    claim_types_supported: ['normal'],
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'at_hash',
      'preferred_username',
      'name',
      'picture',
      'locale',
      'age_band',
    ],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  };
}
