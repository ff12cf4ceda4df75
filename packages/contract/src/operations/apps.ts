import { Type } from 'typebox';
import { declare } from '../declare.ts';
import {
  described,
  integer,
  literals,
  nullable,
  okReply,
  page,
  pageQuery,
  pid,
  text,
  words,
} from '../schemas.ts';
import {
  app,
  appFields,
  authorizeFields,
  authorizeQuery,
  clientIdParams,
  clientSecret,
  connectedApp,
  loginRequest,
} from '../shapes/apps.ts';
import { profile } from './profile.ts';

const {
  name,
  origins,
  logoUrl,
  texts,
  playUrl,
  contact,
  feeBps,
  feeFlat,
  redirectUris,
  requireSecret,
  deviceFlow,
} = appFields;
const optionalFields = {
  logoUrl: Type.Optional(logoUrl),
  texts: Type.Optional(texts),
  playUrl: Type.Optional(playUrl),
  contact: Type.Optional(contact),
  rating: Type.Optional(appFields.rating),
  feeBps: Type.Optional(feeBps),
  feeFlat: Type.Optional(feeFlat),
  redirectUris: Type.Optional(redirectUris),
  requireSecret: Type.Optional(requireSecret),
  deviceFlow: Type.Optional(deviceFlow),
};

const scopes = Type.Optional(appFields.scopes);

/** An app that the caller does not belong to is reported as missing, so that callers cannot find out which apps exist. */
const ownApp = { access: 'owner', params: clientIdParams, errors: ['no_such_app'] } as const;

export const apps = declare('apps', {
  registerApp: {
    summary: 'Registers an app',
    description:
      'The response contains the client secret, which is not shown again. A player can own at most 50 apps.',
    access: 'user',
    body: Type.Object({ name, origins, ...optionalFields }),
    status: 201,
    reply: Type.Object({ ...app.properties, client_secret: clientSecret }, { title: 'RegisteredApp' }),
    errors: ['app_name_refused', 'too_many_apps'],
    example: { name: 'Balap Kelinci', origins: ['https://balap-kelinci.example'], feeBps: 50 },
  },
  listApps: {
    summary: 'Lists the apps that the caller owns or belongs to, newest first',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(app),
    example: { limit: 20 },
  },
  getApp: {
    ...ownApp,
    access: 'app-or-user',
    summary: 'Returns an app',
    reply: app,
    example: { client_id: 'app_example' },
  },
  changeApp: {
    ...ownApp,
    summary: 'Changes an app',
    description:
      'Only the given fields change. Step-up is required to change `origins`, `redirectUris`, `contact`, `deviceFlow` or `scopes`, to raise a fee or to turn `requireSecret` off; the owner gets a notice of these changes. Only the owner changes `scopes` and `rating`. The app loses its verified badge if its name, logo, `texts` or `playUrl` changes, an origin or redirect URI is added, the list of redirect URIs becomes empty, `deviceFlow` is turned on or a fee rises.',
    stepUp: 'judged',
    body: Type.Object({
      name: Type.Optional(name),
      origins: Type.Optional(origins),
      ...optionalFields,
      scopes,
    }),
    reply: app,
    errors: [...ownApp.errors, 'app_name_refused', 'app_changed'],
    example: { client_id: 'app_example', feeFlat: 500 },
  },
  deleteApp: {
    ...ownApp,
    summary: 'Deletes an app and ends its tokens',
    description:
      'The deletion is refused while the app’s escrow is not empty, one of its payments is on hold, or a top-up or settlement is in progress.',
    errors: [
      ...ownApp.errors,
      'escrow_not_empty',
      'topups_under_way',
      'holds_under_way',
      'settlements_under_way',
    ],
    stepUp: 'assertion',
    reply: okReply,
    example: { client_id: 'app_example' },
  },
  rotateAppSecret: {
    ...ownApp,
    summary: 'Rotates the client secret of an app',
    description:
      'The response contains the new secret, which is not shown again. The previous secret and its machine tokens end immediately, or after `keepPreviousSeconds`, so that backends have time to switch. At most two secrets work at the same time: while two work, the next rotation must end both (`keepPreviousSeconds` 0).',
    stepUp: 'assertion',
    body: Type.Object({
      keepPreviousSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 604_800,
          description:
            'Time for which the previous secret still works, in seconds, at most 604800 (7 days). Default: 0.',
        }),
      ),
    }),
    reply: Type.Object({
      client_id: words('Public identifier of the app.'),
      client_secret: clientSecret,
    }),
    errors: [...ownApp.errors, 'two_secrets'],
    example: { client_id: 'app_example', keepPreviousSeconds: 3600 },
  },
  endPreviousSecret: {
    ...ownApp,
    summary: 'Ends the previous client secret of an app',
    description:
      'The machine tokens that were issued with it end too. Without this request, the previous secret works until `previousSecretUntil`.',
    stepUp: 'assertion',
    reply: okReply,
    errors: [...ownApp.errors, 'no_previous_secret'],
    example: { client_id: 'app_example' },
  },
  listConnectedApps: {
    summary: 'Lists the apps that the player has allowed',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(connectedApp),
    example: { limit: 20 },
  },
  disconnectApp: {
    summary: 'Disconnects an app and ends its bearers for the player',
    access: 'user',
    params: clientIdParams,
    reply: okReply,
    errors: ['no_such_app'],
    example: { client_id: 'app_example' },
  },
});

const exampleLogin = {
  client_id: 'app_example',
  redirect_uri: 'http://localhost:5173/signed-in',
  state: 'a1b2c3',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
const optionalText = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

/** Used in the query of the page and in the query of GET. */
export const logoutQuery = Type.Object({
  client_id: optionalText(64, 'Public identifier of the app that requests the logout.'),
  id_token_hint: optionalText(4096, 'An id_token of this service, which also identifies the app.'),
  post_logout_redirect_uri: optionalText(1024, 'URL of the app to redirect to after the logout.'),
  state: optionalText(1024, 'Opaque value of the app, returned unchanged.'),
  logout_hint: optionalText(256, 'Accepted and ignored.'),
  ui_locales: optionalText(256, 'Accepted and ignored.'),
});

export const appLogin = declare('auth', {
  describeLogin: {
    summary: 'Returns the login request that the consent screen shows',
    description:
      '`redirectTo` is present if the app must get an OpenID Connect error immediately. `signInAgain` is present if the app requires a new sign-in; the page keeps `loginTicket` during that sign-in and sends it as `login_ticket`. `scopes` lists what the app will be able to read; `read` means everything that a bearer can read.',
    access: 'optional-user',
    query: authorizeQuery,
    reply: loginRequest,
    errors: ['invalid_scope'],
    example: exampleLogin,
  },
  decideLogin: {
    summary: 'Allows or denies the login of an app',
    access: 'optional-user',
    // A suspended player may deny, because denying changes nothing.
    allowSuspended: true,
    body: Type.Object({
      ...authorizeFields,
      decision: literals(['allow', 'deny'], {
        description: 'Decision of the player. `allow` requires a session and issues the login code.',
      }),
    }),
    reply: Type.Object({
      redirectTo: words('Redirect URI of the app, with the login code or with error=access_denied.'),
      pidCode: Type.Optional(
        words('Login code. Single-use, valid for about 5 minutes, and only for this app.'),
      ),
    }),
    errors: ['identity_suspended', 'sign_in_again', 'app_paused', 'invalid_scope'],
    example: { ...exampleLogin, decision: 'allow' },
  },
  describeLogout: {
    summary: 'Returns the logout request that the logout page shows',
    access: 'optional-user',
    query: logoutQuery,
    reply: Type.Object(
      {
        app: nullable(Type.Object({ name: words('Name of the app.') })),
        pid: nullable(
          described(pid, 'pid of the player who is signed in to this browser; null if nobody is.'),
        ),
        redirectTo: nullable(words('URL to redirect to after the logout; null for the service’s own page.')),
      },
      { title: 'LogoutRequest' },
    ),
    example: { client_id: 'app_example' },
  },
  exchangeCode: {
    summary: 'Exchanges a login code for a pid, profile and bearer',
    description:
      'Send `code_verifier` if the login request had a `code_challenge`, otherwise `client_secret`. Send both if the app sets `requireSecret`. A code is single-use and valid for 5 minutes. If a code is sent a second time with the right proof, the bearers of this app for the player end.',
    access: 'public',
    limit: 'exchange',
    body: Type.Object({
      client_id: Type.String({
        maxLength: 64,
        description: 'Public identifier of the app that the code was issued to.',
      }),
      code: Type.String({ minLength: 1, maxLength: 128, description: 'Login code.' }),
      code_verifier: Type.Optional(
        // RFC 7636, 4.1.
        text('^[A-Za-z0-9._~-]{43,128}$', 'must be 43-128 characters of letters, digits and -._~', {
          description: 'PKCE code verifier that `code_challenge` was derived from.',
        }),
      ),
      client_secret: Type.Optional(
        Type.String({
          maxLength: 128,
          description: 'Client secret of the app. Never send it from a browser.',
        }),
      ),
      guest_token: Type.Optional(
        Type.String({
          maxLength: 128,
          description: 'Token of a guest of this app. The guest then belongs to the player for good.',
        }),
      ),
    }),
    reply: Type.Object(
      {
        pid,
        profile: described(
          profile.getProfile.reply,
          'Profile of the player. All fields are null if the app did not request the scope `profile`.',
        ),
        accessToken: words(
          'User bearer: reads identity, profile, balance and statement, unless the login requested less, and cannot write. Store it on your server. It cannot be refreshed.',
        ),
        tokenType: literals(['Bearer'], { description: 'Always Bearer.' }),
        scope: words(
          'What the bearer can read: `read` (everything), or the requested scopes `profile` and `balance`. Empty if the app requested only the pid.',
        ),
        expiresIn: integer('Lifetime of the bearer, in seconds: 2592000 (30 days).'),
        guestId: Type.Optional(words('Id of the guest of `guest_token`, which now belongs to the player.')),
      },
      { title: 'Exchanged' },
    ),
    errors: ['login_code_invalid', 'unauthorized', 'app_paused', 'guest_unknown', 'guest_claimed'],
    example: {
      client_id: 'app_example',
      code: 'Zm9yIG9uZSB1c2Ugb25seSwgZml2ZSBtaW51dGVz',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
  },
  createGuest: {
    summary: 'Creates a guest of an app',
    description:
      'A guest stands for a player who tries a game before signing in. It holds nothing in PID: no balance, wallet or profile. Store `guestToken` with the game’s own data, and send it as `guest_token` when the player signs in: the guest then belongs to that player for good. A guest that nobody claims is deleted after 400 days.',
    access: 'app',
    appScope: 'any',
    params: clientIdParams,
    status: 201,
    reply: Type.Object(
      {
        guestId: words('Permanent id of the guest.'),
        guestToken: words('Secret that claims the guest. It is not shown again.'),
      },
      { title: 'Guest' },
    ),
    errors: ['no_such_app', 'app_paused'],
    example: { client_id: 'app_example' },
  },
  issueMachineToken: {
    summary: 'Issues a machine token for an app',
    description:
      'Client credentials grant (RFC 6749, section 4.4). Send the client credentials by HTTP Basic or in the body, as a form or as JSON. The scope `payments` must be requested. If the owner has removed it from the app, the request is refused with `invalid_scope`.',
    access: 'public',
    limit: 'exchange',
    formBody: true,
    body: Type.Object(
      {
        grant_type: literals(['client_credentials'], { description: 'Always client_credentials.' }),
        client_id: Type.Optional(words('Public identifier of the app. Required unless sent by HTTP Basic.')),
        client_secret: Type.Optional(words('Client secret of the app. Required unless sent by HTTP Basic.')),
        scope: Type.Optional(
          text('^(read|payments|read payments|payments read)$', 'must be a subset of read payments', {
            description: 'Requested scopes, separated by a space: `read` (the default), `payments`, or both.',
          }),
        ),
      },
      { additionalProperties: true },
    ),
    reply: Type.Object({
      access_token: words(
        "Machine token. It reads the app's own data; with the scope `payments` it also creates and manages payments.",
      ),
      token_type: words('Always Bearer.'),
      expires_in: integer('Lifetime of the token, in seconds.'),
      scope: words('Granted scopes: `read`, `payments`, or both.'),
    }),
    errors: ['unauthorized', 'app_paused', 'invalid_scope'],
    example: {
      grant_type: 'client_credentials',
      client_id: 'app_example',
      client_secret: 'c2VjcmV0LW9mLXRoZS1leGFtcGxl',
    },
  },
});
