import { Type, type TSchema } from 'typebox';
import { flag, integer, literals, openObject, pid, described, words } from '../schemas.ts';
import { standardErrors, type StandardError } from './errors.ts';

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

const optional = (description: string) => Type.Optional(words(description));

const clientFields = {
  client_id: optional('Public identifier of the app. Leave it out with HTTP Basic.'),
  client_secret: optional('Secret of the app, unless it is sent with HTTP Basic or the app has no server.'),
};

/** These endpoints ignore unknown fields (RFC 6749, 3.2). */
const form = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: true });

export const tokenForm = form({
  ...clientFields,
  grant_type: literals(['authorization_code', deviceGrantType], {
    description: 'What is exchanged: an authorization code or a device code.',
  }),
  code: optional('Authorization code. Required for `authorization_code`.'),
  redirect_uri: optional('`redirect_uri` of the login request. Required for `authorization_code`.'),
  code_verifier: optional('PKCE code verifier. Required if the login request had a `code_challenge`.'),
  device_code: optional('Device code. Required for a device code grant.'),
  guest_token: optional('Token of a guest of the app, which the player claims with this login.'),
});

export const deviceForm = form({
  ...clientFields,
  scope: optional('Requested scopes, separated by spaces: `openid`, `profile`, `balance`, `age`.'),
});

export const judgedTokenForm = form({ ...clientFields, token: words('Token of the app.') });

export const userInfoForm = form({
  access_token: optional('Bearer of the player, unless it is sent in the header `Authorization`.'),
});

export const tokenReply = Type.Object(
  {
    access_token: words('Bearer of the app for the player.'),
    token_type: literals(['Bearer'], { description: 'Type of the token.' }),
    expires_in: integer('Lifetime of the bearer in seconds (30 days). There is no refresh token.'),
    scope: words('Granted scopes, separated by spaces.'),
    guestId: optional('Guest that belongs to the player from now on. Only with `guest_token`.'),
    id_token: optional('Signed statement about the login (RS256). Only with the scope `openid`.'),
  },
  { title: 'StandardTokens' },
);

export const deviceReply = Type.Object(
  {
    device_code: words('Code that the device polls with. Secret.'),
    user_code: words('Code that the player types, in the form XXXX-XXXX.'),
    verification_uri: words('Page that the device shows to the player.'),
    verification_uri_complete: words('The same page with the code, for a QR code.'),
    expires_in: integer('Lifetime of both codes in seconds.'),
    interval: integer('Shortest time between two polls in seconds.'),
  },
  { title: 'DeviceAuthorization' },
);

export const introspection = Type.Object(
  {
    active: flag('Whether the token is valid. If false, the response has no other field.'),
    client_id: optional('Public identifier of the app.'),
    token_type: optional('`Bearer`.'),
    iss: optional('Issuer: the URL of the service.'),
    iat: Type.Optional(integer('Time of issue, in unix seconds.')),
    exp: Type.Optional(integer('Time of expiry, in unix seconds.')),
    sub: optional('pid of the player, or the public identifier of the app for a machine token.'),
    username: optional('Handle of the player.'),
    scope: optional('Granted scopes, separated by spaces.'),
  },
  { title: 'Introspection' },
);

export const userInfoReply = Type.Object(
  {
    sub: described(pid, 'pid of the player. It never changes.'),
    preferred_username: words('Handle of the player.'),
    name: optional('Name that the player shows. Only with the scope `profile`.'),
    picture: optional('URL of the avatar. Only with the scope `profile`.'),
    locale: optional('Language of the player. Only with the scope `profile`.'),
    age_band: optional(
      'Age band as the player stated it: `3-5`, `6-9`, `10-12`, `13-15`, `16-17` or `18+`. Only with the scope `age`, and absent if the player stated none.',
    ),
  },
  { title: 'UserInfo' },
);

const list = (description: string) => Type.Array(Type.String(), { description });

export const discoveryReply = Type.Object(
  {
    issuer: words('URL of the service.'),
    authorization_endpoint: words('URL of the login page.'),
    token_endpoint: words('URL that exchanges codes for tokens.'),
    device_authorization_endpoint: words('URL that starts the login of a device.'),
    userinfo_endpoint: words('URL that returns the player of a bearer.'),
    revocation_endpoint: words('URL that ends a consent.'),
    introspection_endpoint: words('URL that returns whether a token is valid.'),
    end_session_endpoint: words('URL of the logout page.'),
    jwks_uri: words('URL of the public keys of id_tokens.'),
    service_documentation: words('URL of the documentation.'),
    scopes_supported: list('Scopes that a standard client can request.'),
    response_types_supported: list('`code`.'),
    response_modes_supported: list('`query`.'),
    grant_types_supported: list('Values of `grant_type`.'),
    subject_types_supported: list('`public`: every app gets the same `sub`.'),
    id_token_signing_alg_values_supported: list('`RS256`.'),
    token_endpoint_auth_methods_supported: list('How a client authenticates at the token endpoint.'),
    revocation_endpoint_auth_methods_supported: list(
      'How a client authenticates at the revocation endpoint.',
    ),
    introspection_endpoint_auth_methods_supported: list(
      'How a client authenticates at the introspection endpoint.',
    ),
    code_challenge_methods_supported: list('`S256`.'),
    prompt_values_supported: list('Values of `prompt` that can succeed.'),
    claim_types_supported: list('`normal`.'),
    claims_supported: list('Claims of id_tokens and of the userinfo endpoint.'),
    claims_parameter_supported: flag('false.'),
    request_parameter_supported: flag('false.'),
    request_uri_parameter_supported: flag('false.'),
    authorization_response_iss_parameter_supported: flag('true: the redirect has `iss` (RFC 9207).'),
  },
  { title: 'OpenIdConfiguration' },
);

export const keySet = Type.Object(
  { keys: Type.Array(openObject, { description: 'Public keys (RFC 7517), found by their `kid`.' }) },
  { title: 'KeySet' },
);

export const oauthError = Type.Object(
  {
    error: literals(Object.keys(standardErrors) as StandardError[], {
      description: 'Error code for programs.',
    }),
    error_description: words('Cause, for people.'),
  },
  { title: 'OAuthError' },
);
