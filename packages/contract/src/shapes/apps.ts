import { Type } from 'typebox';
import { flag, instant, integer, literals, nullable, text, words } from '../schemas.ts';

const clientId = (description: string) => Type.String({ description });
const verified = flag('Whether an administrator has marked it verified; never self-issued.');
const status = literals(['active', 'paused'], {
  description: 'Of a paused app logins, tokens and payments rest.',
});
const shownName = words('What players read on the consent screen.');
const shownLogo = nullable(words('https address of its picture; null when it has none.'));

/** What an owner writes into an app, before the rules that a schema cannot say. */
export const appFields = {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'What players read on the consent screen: 1-60 visible characters, without ticks and badges, not in mixed alphabets, and without the word PID.',
  }),
  origins: Type.Array(Type.String({ maxLength: 300 }), {
    description:
      'https origins without paths, at most 20: codes go to listed origins only, and browser calls are allowed from them within about 60 seconds.',
  }),
  logoUrl: nullable(
    text(
      String.raw`^https://[^\s"<>\\\u0000-\u001f\u007f]{1,490}$`,
      'must be an https address of at most 500 characters',
      { description: 'https address of its picture; null for none.' },
    ),
  ),
  contact: nullable(
    text(
      String.raw`^(?:https://[^\s"<>\\\u0000-\u001f\u007f]{1,190}|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5})$`,
      'must be a mail address, or an https address of at most 198 characters',
      {
        description:
          'Where players who have paid ask about a payment: a mail address, or an https address; null for none. Only they see it.',
      },
    ),
  ),
  feeBps: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: "The app's own fee on what goes through it, in basis points (100 is 1%).",
  }),
  feeFlat: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: "The app's own fee on each transaction, in rupiah, on top of `feeBps`.",
  }),
  redirectUris: Type.Array(Type.String({ maxLength: 1024 }), {
    maxItems: 20,
    description:
      'Exact addresses that logins may return to; empty for any address on a listed origin. A private-use scheme is the reversed host of a listed origin.',
  }),
  requireSecret: flag(
    'Codes are exchanged with the client secret only, also when the login sent a challenge.',
  ),
  deviceFlow: flag(
    'Devices without a browser may sign players in by a code that is typed elsewhere (RFC 8628). Off unless told.',
  ),
  scopes: Type.Array(literals(['read', 'payments']), {
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    description:
      'What the app’s own tokens may do: `read` always, and `payments` unless the owner takes it away. Judged at every use.',
  }),
};

export const clientIdParams = Type.Object({
  client_id: Type.String({ maxLength: 64, description: 'Public name of the app.' }),
});

export const app = Type.Object(
  {
    client_id: clientId('Public name of the app, never changed.'),
    name: shownName,
    logoUrl: shownLogo,
    origins: Type.Array(Type.String(), { description: 'Listed origins, as browsers write them.' }),
    redirectUris: Type.Array(Type.String(), {
      description: 'Exact return addresses; empty for any on a listed origin.',
    }),
    requireSecret: flag('Whether codes are exchanged with the client secret only.'),
    deviceFlow: flag('Whether devices without a browser may sign players in.'),
    scopes: Type.Array(literals(['read', 'payments']), {
      description: 'What the app’s own tokens may do.',
    }),
    contact: nullable(words('Where players ask about a payment; null when the owner has named nothing.')),
    feeBps: integer("The app's own fee, in basis points."),
    feeFlat: integer("The app's own fee on each transaction, in rupiah."),
    verified,
    status,
    pausedBy: Type.Optional(
      literals(['admin', 'owner'], {
        description: 'An administrator paused it, or its owner is suspended; absent while active.',
      }),
    ),
    pauseReason: Type.Optional(words('Why, in the words of the administrator; seen by the owner.')),
    previousSecretUntil: nullable(
      instant('Until when the secret before the last one works, or worked; null when it ended at once.'),
    ),
    createdAt: instant('When it was registered.'),
  },
  { title: 'App' },
);

export const clientSecret = words('The secret of the app: in this answer and nowhere else.');

export const connectedApp = Type.Object(
  {
    client_id: clientId('Public name of the app.'),
    name: shownName,
    logoUrl: shownLogo,
    verified,
    status,
    connectedAt: instant('When the user first allowed it.'),
    lastLoginAt: instant('When a login code for it was last issued.'),
  },
  { title: 'ConnectedApp' },
);

const optionalText = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

/** The fields of a login request, the same in the query of the page, of GET and in the body of POST. */
export const authorizeFields = {
  client_id: Type.String({ maxLength: 64, description: 'The app that asks.' }),
  redirect_uri: Type.String({
    maxLength: 1024,
    description:
      'Where the answer goes: an exact listed address, or one on a listed origin; http://localhost, http://127.0.0.1 and http://[::1] always, with any port and path.',
  }),
  state: optionalText(1024, "The app's own mark, handed back as it came."),
  response_mode: optionalText(32, '`web_message` posts the code to the opener window; `query` redirects.'),
  code_challenge: optionalText(128, 'Unpadded base64url of the SHA-256 of the code verifier (RFC 7636).'),
  code_challenge_method: optionalText(16, '`S256`, with `code_challenge`.'),
  // From here on only standard OpenID Connect, which is what a `response_type` asks for.
  response_type: optionalText(64, '`code`, for a standard OpenID Connect login; absent for our own.'),
  scope: optionalText(
    512,
    'What a standard client wants, by name: openid, profile, balance (balance and statement).',
  ),
  nonce: Type.Optional(
    text(String.raw`^[^\u0000-\u001f\u007f]{1,512}$`, 'must be 1-512 characters without control characters', {
      description: 'Comes back in the id_token.',
    }),
  ),
  prompt: optionalText(
    64,
    '`login` asks for a fresh sign-in. `none` is answered `consent_required`: consent is asked at every login.',
  ),
  max_age: Type.Optional(
    text('^[0-9]{1,9}$', 'must be a number of seconds', {
      description: 'How old the sign-in may be, in seconds.',
    }),
  ),
  request: optionalText(4096, 'Not supported; a standard client is told so.'),
  request_uri: optionalText(1024, 'Not supported; a standard client is told so.'),
  /** Ours: when this login was first shown, so that a sign-in after it counts as fresh. */
  login_ticket: optionalText(64, '`loginTicket` of `describeLogin`, carried through a fresh sign-in.'),
};

export const authorizeQuery = Type.Object(authorizeFields);

export const loginRequest = Type.Object(
  {
    app: Type.Object({ name: shownName, logoUrl: shownLogo, verified, status }),
    origin: words('The site that the answer goes to.'),
    scopes: Type.Array(Type.String(), {
      description:
        'What the app will read: openid (the name), profile, balance; `read` is all of it, the set of our own login.',
    }),
    pid: nullable(words('Who is signed in in this browser; null for nobody.')),
    suspended: Type.Optional(flag('True when that identity is suspended: it can only say no.')),
    redirectTo: Type.Optional(words('Where to go at once, because a standard client must be told an error.')),
    signInAgain: Type.Optional(flag('True when a fresh sign-in is wanted first.')),
    loginTicket: Type.Optional(words('What the page carries through that as `login_ticket`.')),
  },
  { title: 'LoginRequest' },
);
