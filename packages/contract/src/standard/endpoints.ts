import { Type } from 'typebox';
import type { Operation } from '../declare.ts';
import { logoutQuery } from '../operations/apps.ts';
import { authorizeFields } from '../shapes/apps.ts';
import { redirectErrors, type StandardError } from './errors.ts';
import {
  deviceForm,
  deviceReply,
  discoveryReply,
  introspection,
  judgedTokenForm,
  keySet,
  tokenForm,
  tokenReply,
  userInfoForm,
  userInfoReply,
} from './shapes.ts';

/** An endpoint whose address, fields and errors a standard defines. Its errors have the body of RFC 6749, section 5.2. */
export interface StandardEndpoint extends Operation {
  readonly tag: 'oidc';
  /** Errors by status code, in addition to those of every endpoint that reads a body. */
  readonly refuses: Readonly<Partial<Record<number, readonly StandardError[]>>>;
  /** Whom the endpoint authenticates, if anyone. */
  readonly authenticates?: 'client' | 'player';
  /** An HTML page. It shows errors itself and refuses no request. */
  readonly isPage?: true;
  /** A success has no body. */
  readonly isEmpty?: true;
}

const tooMany = { 429: ['temporarily_unavailable'] } as const;
const unreadable = { 413: ['invalid_request'], 415: ['invalid_request'], ...tooMany } as const;

const endpoint = { tag: 'oidc', acceptsForeignOrigin: true } as const;
const document = { ...endpoint, method: 'GET', access: 'public', refuses: tooMany } as const;
const page = { ...document, refuses: {}, isPage: true, reply: Type.String() } as const;
const posted = { ...endpoint, method: 'POST', access: 'public', formBody: true } as const;
const byClient = { ...posted, limit: 'exchange', authenticates: 'client' } as const;
const toPage = {
  ...posted,
  limit: 'signin',
  status: 303,
  reply: Type.Any(),
  refuses: { 400: ['invalid_request'], ...unreadable },
} as const;
const aboutPlayer = {
  ...endpoint,
  path: '/oidc/userinfo',
  limit: 'read',
  summary: 'Returns the player of a bearer (OpenID Connect Core, 5.3)',
  authenticates: 'player',
  reply: userInfoReply,
} as const;

const { login_ticket: _ticket, ...publicFields } = authorizeFields;
const redirects = Object.entries(redirectErrors)
  .map(([error, cause]) => `\`${error}\` (${cause})`)
  .join(', ');

/**
 * Not in `operations`: standard clients call these endpoints, so their fields are checked as their RFCs require and the typed client
 * does not need them.
 */
export const standardEndpoints = {
  openIdConfiguration: {
    ...document,
    operationId: 'openIdConfiguration',
    path: '/.well-known/openid-configuration',
    summary: 'Returns the configuration for standard clients',
    description: 'OpenID Connect Discovery 1.0.',
    reply: discoveryReply,
  },
  authorizationServer: {
    ...document,
    operationId: 'authorizationServer',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Returns the same configuration at the address of RFC 8414',
    reply: discoveryReply,
  },
  signingKeys: {
    ...document,
    operationId: 'signingKeys',
    path: '/.well-known/jwks.json',
    summary: 'Returns the public keys of id_tokens',
    description: 'The set includes the next key, so that clients can cache it.',
    reply: keySet,
  },
  authorizePage: {
    ...page,
    operationId: 'authorizePage',
    path: '/authorize',
    summary: 'Shows the login page to the player',
    description: `Open this address in the player’s browser. The player signs in and allows or denies the login. The page then opens \`redirect_uri\` with \`code\`, \`state\` and \`iss\`, or with \`error\`, \`state\` and \`iss\`. Errors: ${redirects}. If \`client_id\` or \`redirect_uri\` is wrong, the page shows the error and opens no other address. Without \`response_type\`, the request is the service’s own login: the page returns \`pid_code\` instead of \`code\`, for POST /v1/auth/exchange.`,
    query: Type.Object(publicFields),
    example: {
      client_id: 'app_example',
      redirect_uri: 'http://localhost:5173/signed-in',
      response_type: 'code',
      scope: 'openid profile',
      state: 'a1b2c3',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    },
  },
  authorizeByPost: {
    ...toPage,
    operationId: 'authorizeByPost',
    path: '/authorize',
    summary: 'Redirects a posted login request to the login page',
    description: 'The fields are those of the page (OpenID Connect Core, 3.1.2.1).',
    body: Type.Object(publicFields, { additionalProperties: true }),
  },
  oidcToken: {
    ...byClient,
    operationId: 'oidcToken',
    path: '/oidc/token',
    summary: 'Exchanges an authorization code or a device code for tokens',
    description:
      'RFC 6749, 4.1.3; RFC 7636, 4.5; RFC 8628, 3.4. A code is single-use. If a code is sent a second time with the right proof, the bearers of this app for the player end.',
    body: tokenForm,
    reply: tokenReply,
    refuses: {
      400: [
        'invalid_request',
        'invalid_grant',
        'unsupported_grant_type',
        'authorization_pending',
        'slow_down',
        'expired_token',
        'access_denied',
        'guest_unknown',
      ],
      401: ['invalid_client'],
      403: ['unauthorized_client'],
      409: ['guest_claimed'],
      ...unreadable,
    },
    example: {
      grant_type: 'authorization_code',
      client_id: 'app_example',
      code: '<CODE>',
      redirect_uri: 'http://localhost:5173/signed-in',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
  },
  oidcDeviceAuthorization: {
    ...byClient,
    // Each request stores a row and reserves a user code.
    limit: 'signin',
    operationId: 'oidcDeviceAuthorization',
    path: '/oidc/device_authorization',
    summary: 'Starts a login on a device without a browser',
    description: 'RFC 8628, 3.1. The app must have `deviceFlow` turned on.',
    body: deviceForm,
    reply: deviceReply,
    refuses: {
      400: ['invalid_request', 'invalid_scope', 'unauthorized_client', 'access_denied'],
      401: ['invalid_client'],
      503: ['temporarily_unavailable'],
      ...unreadable,
    },
    example: { client_id: 'app_example', scope: 'openid profile' },
  },
  oidcRevoke: {
    ...byClient,
    operationId: 'oidcRevoke',
    path: '/oidc/revoke',
    summary: 'Ends the consent that a token belongs to',
    description:
      'RFC 7009. All bearers of the app for the player end. An unknown token gets the same response as a revoked one.',
    body: judgedTokenForm,
    isEmpty: true,
    reply: Type.Any(),
    refuses: {
      400: ['invalid_request', 'unsupported_token_type'],
      401: ['invalid_client'],
      ...unreadable,
    },
    example: { client_id: 'app_example', client_secret: '<CLIENT_SECRET>', token: '<USER_BEARER>' },
  },
  oidcIntrospect: {
    ...byClient,
    operationId: 'oidcIntrospect',
    path: '/oidc/introspect',
    summary: 'Returns whether a token of the app is valid',
    description: 'RFC 7662. Requires the client secret.',
    body: judgedTokenForm,
    reply: introspection,
    refuses: { 400: ['invalid_request'], 401: ['invalid_client'], ...unreadable },
    example: { client_id: 'app_example', client_secret: '<CLIENT_SECRET>', token: '<USER_BEARER>' },
  },
  oidcUserInfo: {
    ...aboutPlayer,
    operationId: 'oidcUserInfo',
    method: 'GET',
    access: 'reader',
    readerScope: 'any',
    refuses: { 401: ['invalid_token'], 403: ['insufficient_scope'], ...tooMany },
  },
  oidcUserInfoByPost: {
    ...aboutPlayer,
    operationId: 'oidcUserInfoByPost',
    method: 'POST',
    access: 'public',
    formBody: true,
    description: 'The bearer comes in the header or in the form, not in both (RFC 6750, 2.2).',
    body: userInfoForm,
    refuses: {
      400: ['invalid_request'],
      401: ['invalid_token'],
      403: ['insufficient_scope'],
      ...unreadable,
    },
  },
  logoutPage: {
    ...page,
    operationId: 'logoutPage',
    path: '/oidc/logout',
    summary: 'Shows the logout page to the player',
    description:
      'OpenID Connect RP-Initiated Logout 1.0. After the player’s confirmation, the page opens `post_logout_redirect_uri` with `state`, if that address belongs to the app.',
    query: logoutQuery,
    example: { client_id: 'app_example' },
  },
  logoutByPost: {
    ...toPage,
    operationId: 'logoutByPost',
    path: '/oidc/logout',
    summary: 'Redirects a posted logout request to the logout page',
    body: Type.Object(logoutQuery.properties, { additionalProperties: true }),
  },
} as const satisfies Readonly<Record<string, StandardEndpoint>>;

export function isStandardEndpoint(operation: Operation): operation is StandardEndpoint {
  return 'refuses' in operation;
}
