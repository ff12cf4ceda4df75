import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { flag, instant, literals, nullable, pid, words } from '../schemas.ts';
import { handle } from '../shapes/identity.ts';

const provider = Type.Object({
  provider: Type.String({
    maxLength: 32,
    description: 'Id of a sign-in provider, as GET /v1/auth/providers lists it.',
  }),
});
/** They name the session that the new one replaces, and the browser. */
const browserCookies = ['pid_refresh', 'pid_access', 'pid_device'] as const;
/** What providers send is theirs: OAuth 2.0 and OpenID Connect say what it means. */
const providersAnswer = Type.Object({}, { additionalProperties: true });

const callback = {
  description:
    'The fields are those of OAuth 2.0: `code` and `state`, or `error`. Only the browser that began gets through, once. A known login is signed in and sent to `returnTo`; an unknown one gets a claim ticket in the cookie pid_claim, for 15 minutes, and is sent to /claim. A browser is told of a refusal by a page.',
  access: 'public',
  limit: 'signin',
  params: provider,
  reply: Type.Any(),
  status: 302,
  acceptsForeignOrigin: true,
  setsCookies: ['pid_flow_<flow>', 'pid_access', 'pid_refresh', 'pid_claim'],
  errors: ['sign_in_failed', 'unknown_provider', 'provider_unavailable', 'identity_closed', 'login_in_use'],
  example: { provider: 'dev' },
} as const;

export const signIn = declare('auth', {
  listProviders: {
    summary: 'Where one can sign in',
    access: 'public',
    reply: Type.Array(
      Type.Object({
        id: words('What the other operations take as `provider`.'),
        name: words('What a button calls it.'),
      }),
    ),
    example: {},
  },
  startSignIn: {
    summary: 'Sends the browser to a sign-in provider',
    description:
      'With `prompt=login` or `max_age=0` the provider asks the person anew; a sign-in that it remembers is not accepted.',
    access: 'public',
    limit: 'signin',
    params: provider,
    query: Type.Object({
      returnTo: Type.Optional(
        words('Where the browser goes afterwards: a path of this site, /home unless told.'),
      ),
      prompt: Type.Optional(literals(['login'], { description: 'Asks for a fresh sign-in.' })),
      max_age: Type.Optional(literals(['0'], { description: 'The same, as OpenID Connect also writes it.' })),
    }),
    reply: Type.Any(),
    status: 302,
    readsCookies: browserCookies,
    setsCookies: ['pid_flow_<flow>', 'pid_device'],
    errors: ['unknown_provider', 'provider_unavailable'],
    example: { provider: 'dev', returnTo: '/home' },
  },
  finishSignIn: {
    ...callback,
    summary: 'Where a provider sends the browser back to',
    query: providersAnswer,
  },
  finishSignInByPost: {
    ...callback,
    summary: 'The same for providers that post a form',
    formBody: true,
    body: providersAnswer,
  },
  getPendingClaim: {
    summary: 'The login that waits for a handle',
    description: 'The sign-in was with a login that has no identity yet.',
    access: 'public',
    requiresCookie: ['pid_claim'],
    limit: 'lookup',
    reply: Type.Object(
      {
        provider: words('Id of the sign-in provider.'),
        email: words('Address that the provider told; empty when it told none.'),
        expiresAt: instant('Until when a handle can be claimed: 15 minutes after the sign-in.'),
        suggestions: Type.Array(Type.String(), { description: 'Up to three handles that are free.' }),
        app: Type.Optional(
          Type.Object(
            {
              name: words('What the app calls itself.'),
              logoUrl: nullable(words('Its picture; null without one.')),
              verified: flag('Whether an administrator marked it as a partner.'),
              origin: words('The origin that the login code goes to.'),
              responseMode: literals(['web_message', 'query'], {
                description:
                  'How it goes there: posted to the window that opened this one, or on a redirect.',
              }),
              scopes: Type.Array(Type.String(), {
                description: 'What the app will read, as GET /v1/auth/authorize says it.',
              }),
              cancelTo: words('Where to go when the newcomer gives up: the app, with error=access_denied.'),
            },
            { description: 'The app whose login led here: claiming is its consent too. Absent without one.' },
          ),
        ),
      },
      { title: 'PendingClaim' },
    ),
    errors: ['no_pending_claim', 'claim_expired'],
    example: {},
  },
  claimHandle: {
    summary: 'Claims the pending login under a fresh, permanent handle',
    description:
      'One transaction creates the identity, its profile and the credential, and consumes the single-use ticket. Session cookies are set. A refusal leaves the ticket pending, so that another handle can be tried.',
    access: 'public',
    requiresCookie: ['pid_claim'],
    readsCookies: browserCookies,
    limit: 'claim',
    body: Type.Object({
      handle,
      decision: Type.Optional(
        literals(['allow', 'deny'], {
          description:
            'What becomes of the app whose login led here: `allow` unless told; `deny` takes the name and tells the app access_denied. Without such a login it means nothing.',
        }),
      ),
    }),
    reply: Type.Object({
      ok: flag('Always true.'),
      pid,
      pidCode: Type.Optional(words('Login code for the app that led here: good once, for 5 minutes.')),
      redirectTo: Type.Optional(
        words(
          'Where the page goes with it, or with error=access_denied: an address of the app that was validated.',
        ),
      ),
    }),
    setsCookies: ['pid_access', 'pid_refresh', 'pid_claim'],
    errors: ['no_pending_claim', 'claim_expired', 'handle_taken', 'handle_reserved', 'handle_refused'],
    example: { handle: 'budi_gg' },
  },
  checkHandle: {
    summary: 'Whether a handle is still free, while a claim is pending',
    access: 'public',
    requiresCookie: ['pid_claim'],
    limit: 'lookup',
    params: Type.Object({ handle: Type.String({ maxLength: 64, description: 'The handle, without @pid.' }) }),
    reply: Type.Object({
      handle: words('The handle that was asked about.'),
      available: flag('Whether it could be claimed at this moment.'),
      reason: Type.Optional(words('Why not, beginning with `handle`; absent when it is available.')),
      code: Type.Optional(
        literals(['validation_failed', 'handle_reserved', 'handle_refused', 'handle_taken'], {
          description: 'What claiming it would be refused with; absent when it is available.',
        }),
      ),
    }),
    errors: ['unauthorized'],
    example: { handle: 'budi_gg' },
  },
});

export const linking = declare('identity', {
  linkProvider: {
    summary: 'Begins to link a further provider login',
    // A further login is a permanent way in: neither a stolen cookie nor the provider's account alone may add one.
    stepUp: 'assertion',
    access: 'user',
    limit: 'signin',
    params: provider,
    reply: Type.Object({
      redirectTo: words('Where the page sends the browser: the provider.'),
    }),
    setsCookies: ['pid_flow_<flow>'],
    errors: ['unknown_provider', 'provider_unavailable'],
    example: { provider: 'dev' },
  },
});
