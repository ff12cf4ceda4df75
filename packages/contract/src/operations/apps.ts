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

const { name, origins, logoUrl, contact, feeBps, feeFlat, redirectUris, requireSecret, deviceFlow } =
  appFields;
const optionalFields = {
  logoUrl: Type.Optional(logoUrl),
  contact: Type.Optional(contact),
  feeBps: Type.Optional(feeBps),
  feeFlat: Type.Optional(feeFlat),
  redirectUris: Type.Optional(redirectUris),
  requireSecret: Type.Optional(requireSecret),
  deviceFlow: Type.Optional(deviceFlow),
};

const scopes = Type.Optional(appFields.scopes);

/** An app that is not the caller's does not exist for them, whatever they try and whoever they are. */
const ownApp = { access: 'owner', params: clientIdParams, errors: ['no_such_app'] } as const;

export const apps = declare('apps', {
  registerApp: {
    summary: 'Registers an app; its secret is shown this once',
    access: 'user',
    body: Type.Object({ name, origins, ...optionalFields }),
    status: 201,
    reply: Type.Object({ ...app.properties, client_secret: clientSecret }, { title: 'RegisteredApp' }),
    errors: ['app_name_refused', 'too_many_apps'],
    example: { name: 'Balap Kelinci', origins: ['https://balap-kelinci.example'], feeBps: 50 },
  },
  listApps: {
    summary: 'The own apps, newest first',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(app),
    example: { limit: 20 },
  },
  getApp: {
    ...ownApp,
    access: 'app-or-user',
    summary: 'One of the own apps, or the app itself by its machine token',
    reply: app,
    example: { client_id: 'app_example' },
  },
  changeApp: {
    ...ownApp,
    summary:
      'Changes the given fields; another name, logo, origin or redirect address, device logins or a higher fee loses the verified badge',
    description:
      'Needs a step-up when `origins`, `redirectUris`, `contact`, `deviceFlow` or `scopes` change, a fee rises or `requireSecret` is taken back. The owner gets a notice of such a change.',
    stepUp: 'judged',
    body: Type.Object({
      name: Type.Optional(name),
      origins: Type.Optional(origins),
      ...optionalFields,
      scopes,
    }),
    reply: app,
    errors: [...ownApp.errors, 'app_name_refused'],
    example: { client_id: 'app_example', feeFlat: 500 },
  },
  deleteApp: {
    ...ownApp,
    summary: 'Deletes an app and ends every token of it',
    errors: [...ownApp.errors, 'escrow_not_empty', 'topups_under_way', 'holds_under_way'],
    stepUp: 'assertion',
    reply: okReply,
    example: { client_id: 'app_example' },
  },
  rotateAppSecret: {
    ...ownApp,
    summary: 'A new secret, shown this once',
    description:
      'The old one and its machine tokens end at once, or after `keepPreviousSeconds`, so that backends can change over. At most two work at a time: while there are two, another one has to end both (`keepPreviousSeconds` 0).',
    stepUp: 'assertion',
    body: Type.Object({
      keepPreviousSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 604_800,
          description:
            'How long the old secret still works, in seconds, at most 7 days; without it not at all.',
        }),
      ),
    }),
    reply: Type.Object({
      client_id: words('Public name of the app.'),
      client_secret: clientSecret,
    }),
    errors: [...ownApp.errors, 'two_secrets'],
    example: { client_id: 'app_example', keepPreviousSeconds: 3600 },
  },
  endPreviousSecret: {
    ...ownApp,
    summary: 'Ends the old secret, and the machine tokens made with it, before its time',
    stepUp: 'assertion',
    reply: okReply,
    errors: [...ownApp.errors, 'no_previous_secret'],
    example: { client_id: 'app_example' },
  },
  listConnectedApps: {
    summary: 'Apps that the user has allowed',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(connectedApp),
    example: { limit: 20 },
  },
  disconnectApp: {
    summary: 'Ends every bearer of one app for this user',
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

export const appLogin = declare('auth', {
  describeLogin: {
    summary: 'What the consent screen shows: who asks, where the answer goes, who is signed in',
    description:
      '`redirectTo` is there when a standard client must be told an error at once, `signInAgain` when it asks for a fresh sign-in; the page carries `loginTicket` through that as `login_ticket`. `scopes` is what the app will read: `read` is everything that a bearer can.',
    access: 'optional-user',
    query: authorizeQuery,
    reply: loginRequest,
    example: exampleLogin,
  },
  decideLogin: {
    summary: 'Allows or denies; allowing issues the login code',
    access: 'optional-user',
    // Denying is open to everybody: it changes nothing.
    allowSuspended: true,
    body: Type.Object({
      ...authorizeFields,
      decision: literals(['allow', 'deny'], { description: 'What the user chose; allow needs a sign-in.' }),
    }),
    reply: Type.Object({
      redirectTo: words('The address of the app with the code, or with error=access_denied.'),
      pidCode: Type.Optional(words('The login code: good once, for about 5 minutes, for this app alone.')),
    }),
    errors: ['identity_suspended', 'sign_in_again', 'app_paused'],
    example: { ...exampleLogin, decision: 'allow' },
  },
  describeLogout: {
    summary: 'What the logout page shows: who asks, who is signed in, where it leads afterwards',
    access: 'optional-user',
    query: Type.Object({
      client_id: optionalText(64, 'The app that asks.'),
      id_token_hint: optionalText(4096, 'An id_token of ours, which names the app too.'),
      post_logout_redirect_uri: optionalText(1024, 'Where to go afterwards: an address of the app.'),
      state: optionalText(1024, "The app's own mark, handed back as it came."),
      logout_hint: optionalText(256, 'Taken and not looked at.'),
      ui_locales: optionalText(256, 'Taken and not looked at.'),
    }),
    reply: Type.Object(
      {
        app: nullable(Type.Object({ name: words('What the app calls itself.') })),
        pid: nullable(described(pid, 'Who is signed in in this browser; null for nobody.')),
        redirectTo: nullable(words('Where the page leads afterwards; null for our own page.')),
      },
      { title: 'LogoutRequest' },
    ),
    example: { client_id: 'app_example' },
  },
  exchangeCode: {
    summary: 'Turns a login code into the user’s pid, profile and read-only bearer',
    description:
      'With `code_verifier` when the login sent a challenge, else with `client_secret`; with both where the app sets `requireSecret`. A code works once, within 5 minutes; a second use with the right proof ends the login.',
    access: 'public',
    limit: 'exchange',
    body: Type.Object({
      client_id: Type.String({ maxLength: 64, description: 'The app that the code was issued to.' }),
      code: Type.String({ minLength: 1, maxLength: 128, description: 'The login code.' }),
      code_verifier: Type.Optional(
        // RFC 7636, 4.1.
        text('^[A-Za-z0-9._~-]{43,128}$', 'must be 43-128 characters of letters, digits and -._~', {
          description: 'What the challenge of the login was made of.',
        }),
      ),
      client_secret: Type.Optional(
        Type.String({ maxLength: 128, description: 'The secret of the app; never in a browser.' }),
      ),
    }),
    reply: Type.Object(
      {
        pid,
        profile: profile.getProfile.reply,
        accessToken: words(
          'User bearer: reads identity, profile, balance and ledger, and writes nothing. To be kept server-side; it cannot be refreshed.',
        ),
        tokenType: literals(['Bearer'], { description: 'Always Bearer.' }),
        scope: literals(['read'], { description: 'Always read.' }),
        expiresIn: integer('How long the bearer lives, in seconds: 30 days.'),
      },
      { title: 'Exchanged' },
    ),
    errors: ['login_code_invalid', 'unauthorized', 'app_paused'],
    example: {
      client_id: 'app_example',
      code: 'Zm9yIG9uZSB1c2Ugb25seSwgZml2ZSBtaW51dGVz',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
  },
  issueMachineToken: {
    summary: 'The token of an app itself, by its client credentials',
    description:
      'RFC 6749, 4.4: the client by HTTP Basic or in the body, as a form or JSON. `payments` has to be asked for, and is not given where the owner has taken it from the app.',
    access: 'public',
    limit: 'exchange',
    formBody: true,
    body: Type.Object(
      {
        grant_type: literals(['client_credentials'], { description: 'Always client_credentials.' }),
        client_id: Type.Optional(words('The app; unless HTTP Basic names it.')),
        client_secret: Type.Optional(words('Its secret; unless HTTP Basic carries it.')),
        scope: Type.Optional(
          text('^(read|payments|read payments|payments read)$', 'must be a subset of read payments', {
            description:
              'What the token is for, parted by a space: `read` (the default), `payments`, or both.',
          }),
        ),
      },
      { additionalProperties: true },
    ),
    reply: Type.Object({
      access_token: words(
        "Machine token: reads the app's own data; with the scope `payments` it asks for payments.",
      ),
      token_type: words('Always Bearer.'),
      expires_in: integer('How long it lives, in seconds.'),
      scope: words('What it is good for: `read`, `payments`, or both.'),
    }),
    errors: ['unauthorized', 'app_paused'],
    example: {
      grant_type: 'client_credentials',
      client_id: 'app_example',
      client_secret: 'c2VjcmV0LW9mLXRoZS1leGFtcGxl',
    },
  },
});
