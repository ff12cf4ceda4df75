import { Type } from 'typebox';
import { appRoles } from '../app-roles.ts';
import { rating } from './families.ts';
import { languageCodes, languages, type Language } from '../languages.ts';
import { flag, instant, integer, literals, nullable, text, words } from '../schemas.ts';

const clientId = (description: string) => Type.String({ description });
const verified = flag('Whether an administrator has verified the app.');
const status = literals(['active', 'paused'], {
  description: '`active`, or `paused`: logins, tokens and payments of the app are refused.',
});
const shownName = words('Name of the app, shown on the consent screen.');
const shownLogo = nullable(words('https URL of the app’s logo; null if it has none.'));

export type GameTexts = Readonly<
  Partial<Record<Language, { readonly name?: string; readonly text?: string }>>
>;

/** One entry per language of the pages; all of it is optional. */
const gameTexts = Type.Unsafe<GameTexts>(
  Type.Object(
    Object.fromEntries(
      languageCodes.map((code) => [
        code,
        Type.Optional(
          Type.Object(
            {
              name: Type.Optional(
                Type.String({
                  minLength: 1,
                  maxLength: 200,
                  description: `Name in the language “${languages[code].name}”, by the rules of \`name\`.`,
                }),
              ),
              text: Type.Optional(
                Type.String({
                  minLength: 1,
                  maxLength: 400,
                  description: `What the game is, in the language “${languages[code].name}”: 1-140 visible characters in one line.`,
                }),
              ),
            },
            { additionalProperties: false },
          ),
        ),
      ]),
    ),
    {
      title: 'GameTexts',
      additionalProperties: false,
      description:
        'Names and short texts by language. Without a name in their language, players read `name`.',
    },
  ),
);
const playUrl = nullable(
  text(
    String.raw`^https://[^\s"<>\\\u0000-\u001f\u007f]{1,490}$`,
    'must be an https address of at most 500 characters',
    {
      description:
        'https URL at which the game starts, on a listed origin; null for none. Verified apps with it are listed as games.',
    },
  ),
);
const cover = nullable(
  words('Path of the cover on this service, such as /covers/….jpg; null if there is none.'),
);

/** Further rules that a schema cannot express are in the server. */
export const appFields = {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Name of the app, shown on the consent screen: 1-60 visible characters, without ticks, badges, mixed alphabets or the word PID.',
  }),
  origins: Type.Array(Type.String({ maxLength: 300 }), {
    description:
      'https origins without a path, at most 20. Login codes are sent only to listed origins, and browsers may call the API from them within about 60 seconds.',
  }),
  logoUrl: nullable(
    text(
      String.raw`^https://[^\s"<>\\\u0000-\u001f\u007f]{1,490}$`,
      'must be an https address of at most 500 characters',
      { description: 'https URL of the app’s logo; null for none.' },
    ),
  ),
  texts: gameTexts,
  playUrl,
  contact: nullable(
    text(
      String.raw`^(?:https://[^\s"<>\\\u0000-\u001f\u007f]{1,190}|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5})$`,
      'must be a mail address, or an https address of at most 198 characters',
      {
        description:
          'Contact for players who ask about a payment: an email address or an https URL; null for none. Shown only to players who have paid.',
      },
    ),
  ),
  feeBps: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: "The app's fee on money that goes through it, in basis points (100 is 1%), 0-1000.",
  }),
  feeFlat: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: "The app's fixed fee per transaction, in rupiah, in addition to `feeBps`, 0-1000000.",
  }),
  redirectUris: Type.Array(Type.String({ maxLength: 1024 }), {
    maxItems: 20,
    description:
      'Exact redirect URIs of logins, at most 20. If empty, any URL on a listed origin is allowed. A private-use scheme must be the reversed host name of a listed origin.',
  }),
  rating: rating(
    'Age rating of the app by IGRS; null for none. It counts once an administrator has confirmed it, and a change takes the confirmation back.',
  ),
  requireSecret: flag(
    'Whether login codes can be exchanged only with the client secret, even if the login used PKCE.',
  ),
  deviceFlow: flag(
    'Whether devices without a browser can sign players in with a code that the player enters elsewhere (RFC 8628). Default: false.',
  ),
  scopes: Type.Array(literals(['read', 'payments']), {
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    description:
      'Scopes of the app’s machine tokens: always `read`, and `payments` unless the owner removes it. A change also applies to tokens that were already issued.',
  }),
};

export const clientIdParams = Type.Object({
  client_id: Type.String({ maxLength: 64, description: 'Public identifier of the app.' }),
});

export const app = Type.Object(
  {
    client_id: clientId('Public identifier of the app. It never changes.'),
    name: shownName,
    logoUrl: shownLogo,
    cover,
    texts: gameTexts,
    playUrl: nullable(words('https URL at which the game starts; null if there is none.')),
    origins: Type.Array(Type.String(), { description: 'Listed origins, in normalized form.' }),
    redirectUris: Type.Array(Type.String(), {
      description: 'Exact redirect URIs; if empty, any URL on a listed origin is allowed.',
    }),
    requireSecret: flag('Whether login codes can be exchanged only with the client secret.'),
    deviceFlow: flag('Whether devices without a browser can sign players in.'),
    scopes: Type.Array(literals(['read', 'payments']), {
      description: 'Scopes that the app’s machine tokens can have.',
    }),
    contact: nullable(words('Contact for players who ask about a payment; null if there is none.')),
    feeBps: integer("The app's fee, in basis points."),
    feeFlat: integer("The app's fixed fee per transaction, in rupiah."),
    rating: rating('Age rating of the app by IGRS, as its owner states it; null for none.'),
    ratingConfirmed: flag('Whether an administrator has confirmed the rating.'),
    verified,
    status,
    pausedBy: Type.Optional(
      literals(['admin', 'owner'], {
        description:
          '`admin`: an administrator paused the app. `owner`: its owner is suspended. Absent while the app is active.',
      }),
    ),
    pauseReason: Type.Optional(words('The administrator’s reason for the pause. Absent if there is none.')),
    previousSecretUntil: nullable(
      instant('Time at which the previous secret expires or expired; null if it ended immediately.'),
    ),
    createdAt: instant('Time of the registration.'),
    role: Type.Optional(
      literals(appRoles, { description: 'Role of the caller in the app. Absent for a machine token.' }),
    ),
  },
  { title: 'App' },
);

/** An app as players see it in the list of games. */
export const game = Type.Object(
  {
    client_id: clientId('Public identifier of the app.'),
    name: shownName,
    logoUrl: shownLogo,
    verified,
    cover: nullable(
      words('Path of the cover on this service; null if there is none, or while the app is not verified.'),
    ),
    texts: {
      ...gameTexts,
      description: 'Names and short texts by language; empty while the app is not verified.',
    },
    playUrl: nullable(
      words('https URL at which the game starts; null if there is none, or while the app is not verified.'),
    ),
    rating: rating('Confirmed age rating by IGRS; null without one.'),
  },
  { title: 'Game' },
);

/** With what the player has done with it. */
export const ownGame = Type.Object(
  {
    ...game.properties,
    status,
    favourite: flag('Whether the player has marked the game as a favourite.'),
    connectedAt: nullable(
      instant('Time at which the player first allowed the app; null if it is not connected.'),
    ),
    lastPlayedAt: nullable(
      instant('Time at which a login code for the app was last issued; null if it is not connected.'),
    ),
  },
  { title: 'OwnGame' },
);

export const clientSecret = words('Client secret of the app. It is shown only in this response.');

export const connectedApp = Type.Object(
  {
    client_id: clientId('Public identifier of the app.'),
    name: shownName,
    logoUrl: shownLogo,
    verified,
    status,
    connectedAt: instant('Time at which the player first allowed the app.'),
    lastLoginAt: instant('Time at which a login code for the app was last issued.'),
  },
  { title: 'ConnectedApp' },
);

const optionalText = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

/** Used in the query of the page, in the query of GET and in the body of POST. */
export const authorizeFields = {
  client_id: Type.String({
    maxLength: 64,
    description: 'Public identifier of the app that requests the login.',
  }),
  redirect_uri: Type.String({
    maxLength: 1024,
    description:
      'URL that receives the result: a listed redirect URI, or a URL on a listed origin. http://localhost, http://127.0.0.1 and http://[::1] are always allowed, with any port and path.',
  }),
  state: optionalText(1024, 'Opaque value of the app, returned unchanged.'),
  response_mode: optionalText(
    32,
    '`web_message` posts the code to the opener window; `query` adds it to a redirect.',
  ),
  code_challenge: optionalText(
    128,
    'PKCE challenge: the SHA-256 of the code verifier, in unpadded base64url (RFC 7636).',
  ),
  code_challenge_method: optionalText(16, '`S256`. Required with `code_challenge`.'),
  // The remaining fields are only for standard OpenID Connect, which `response_type` selects.
  response_type: optionalText(
    64,
    '`code` for a standard OpenID Connect login. Leave it out for the service’s own login.',
  ),
  scope: optionalText(
    512,
    'Requested scopes, separated by spaces: `profile`, `balance` (balance and statement), and for OpenID Connect `openid` and `age` (the age band). PID’s own login without it reads everything; an empty value shares only the pid. `payments` is a scope of machine tokens: an app without it is refused with `invalid_scope`.',
  ),
  nonce: Type.Optional(
    text(String.raw`^[^\u0000-\u001f\u007f]{1,512}$`, 'must be 1-512 characters without control characters', {
      description: 'Value that is returned in the id_token.',
    }),
  ),
  prompt: optionalText(
    64,
    '`login` requires a new sign-in. `none` always fails, with `consent_required` or `login_required`, because every login asks for consent.',
  ),
  max_age: Type.Optional(
    text('^[0-9]{1,9}$', 'must be a number of seconds', {
      description: 'Maximum age of the sign-in, in seconds.',
    }),
  ),
  request: optionalText(4096, 'Not supported; returns an OpenID Connect error.'),
  request_uri: optionalText(1024, 'Not supported; returns an OpenID Connect error.'),
  /** Records when the login was first shown, so that a later sign-in counts as new. */
  login_ticket: optionalText(64, '`loginTicket` of `describeLogin`, kept during a new sign-in.'),
};

export const authorizeQuery = Type.Object(authorizeFields);

export const loginRequest = Type.Object(
  {
    app: Type.Object({
      name: shownName,
      logoUrl: shownLogo,
      verified,
      rating: rating('Confirmed age rating by IGRS; null without one.'),
      status,
    }),
    origin: words('Origin that receives the result.'),
    scopes: Type.Array(Type.String(), {
      description:
        'What the app will be able to read. `openid`: the pid. `profile`: the profile. `balance`: balance and statement. `age`: the age band. `read`: all of these except `age`, for the service’s own login.',
    }),
    pid: nullable(words('pid of the player who is signed in to this browser; null if nobody is.')),
    suspended: Type.Optional(flag('True if that identity is suspended; it can only deny.')),
    redirectTo: Type.Optional(
      words('URL to redirect to immediately, with an OpenID Connect error for the app.'),
    ),
    signInAgain: Type.Optional(flag('True if the player must sign in again first.')),
    loginTicket: Type.Optional(words('Value that the page sends as `login_ticket` after the new sign-in.')),
  },
  { title: 'LoginRequest' },
);
