import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { flag, instant, literals, nullable, pid, words } from '../schemas.ts';
import { handle } from '../shapes/identity.ts';

const provider = Type.Object({
  provider: Type.String({
    maxLength: 32,
    description: 'Id of a sign-in provider, as returned by GET /v1/auth/providers.',
  }),
});
/** Identify the browser and the session that the new session replaces. */
const browserCookies = ['pid_refresh', 'pid_access', 'pid_device'] as const;
/** Providers define these fields (OAuth 2.0, OpenID Connect). */
const providersAnswer = Type.Object({}, { additionalProperties: true });

const callback = {
  description:
    'The fields are those of OAuth 2.0: `code` and `state`, or `error`. The callback works once, and only in the browser that started the sign-in. A known login is signed in and redirected to `returnTo`. An unknown login gets a claim ticket in the cookie `pid_claim`, valid for 15 minutes, and is redirected to /claim. After an error, a browser is redirected to `/signin?error=<code>`, or to `/security?error=<code>` if the login belongs to another identity; other clients get the error response.',
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
    summary: 'Lists the sign-in providers',
    access: 'public',
    reply: Type.Array(
      Type.Object({
        id: words('Id of the provider; other operations take it as `provider`.'),
        name: words('Name of the provider, for a button.'),
      }),
    ),
    example: {},
  },
  startSignIn: {
    summary: 'Redirects the browser to a sign-in provider',
    description:
      'With `prompt=login` or `max_age=0`, the provider asks the player to sign in again; an existing sign-in at the provider is not accepted.',
    access: 'public',
    limit: 'signin',
    params: provider,
    query: Type.Object({
      returnTo: Type.Optional(words('Path on this site to redirect to after the sign-in. Default: /home.')),
      prompt: Type.Optional(literals(['login'], { description: 'Asks the provider for a new sign-in.' })),
      max_age: Type.Optional(
        literals(['0'], {
          description: 'Same as `prompt=login`, in the other form that OpenID Connect defines.',
        }),
      ),
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
    summary: 'Completes a sign-in at a provider',
    query: providersAnswer,
  },
  finishSignInByPost: {
    ...callback,
    summary: 'Completes a sign-in at a provider that posts a form',
    formBody: true,
    body: providersAnswer,
  },
  getPendingClaim: {
    summary: 'Returns the login that is waiting for a handle',
    description:
      'The player signed in with a login that has no identity yet. Claim a handle with POST /v1/auth/claim.',
    access: 'public',
    requiresCookie: ['pid_claim'],
    limit: 'lookup',
    reply: Type.Object(
      {
        provider: words('Id of the sign-in provider.'),
        email: words('Email address from the provider; empty if the provider sent none.'),
        expiresAt: instant('Time until which a handle can be claimed: 15 minutes after the sign-in.'),
        suggestions: Type.Array(Type.String(), { description: 'Up to three available handles.' }),
        app: Type.Optional(
          Type.Object(
            {
              name: words('Name of the app.'),
              logoUrl: nullable(words('URL of the app’s logo; null if it has none.')),
              verified: flag('Whether an administrator has verified the app.'),
              origin: words('Origin that receives the login code.'),
              responseMode: literals(['web_message', 'query'], {
                description:
                  'How the login code is returned: `web_message` posts it to the opener window, `query` adds it to a redirect.',
              }),
              scopes: Type.Array(Type.String(), {
                description: 'What the app will be able to read, as in GET /v1/auth/authorize.',
              }),
              cancelTo: words(
                'URL to redirect to if the player gives up: the app’s redirect URI with error=access_denied.',
              ),
            },
            {
              description:
                'App whose login led to this claim. Claiming a handle also gives consent to the app. Absent if no app started the login.',
            },
          ),
        ),
      },
      { title: 'PendingClaim' },
    ),
    errors: ['no_pending_claim', 'claim_expired'],
    example: {},
  },
  claimHandle: {
    summary: 'Claims a handle for the pending login',
    description:
      'Creates the identity, its profile and its credential in one transaction, consumes the single-use claim ticket and sets the session cookies. The handle is permanent. After an error the ticket stays pending, so the player can try another handle.',
    access: 'public',
    requiresCookie: ['pid_claim'],
    readsCookies: browserCookies,
    limit: 'claim',
    body: Type.Object({
      handle,
      decision: Type.Optional(
        literals(['allow', 'deny'], {
          description:
            'Decision about the app whose login led to this claim. `allow` (the default): the app gets a login code. `deny`: the handle is claimed, and the app gets error=access_denied. Ignored if no app started the login.',
        }),
      ),
    }),
    reply: Type.Object({
      ok: flag('Always true.'),
      pid,
      pidCode: Type.Optional(
        words('Login code for the app that started the login. Single-use, valid for 5 minutes.'),
      ),
      redirectTo: Type.Optional(
        words(
          'Validated redirect URI of the app, with the login code or with error=access_denied. The page navigates there.',
        ),
      ),
    }),
    setsCookies: ['pid_access', 'pid_refresh', 'pid_claim'],
    errors: ['no_pending_claim', 'claim_expired', 'handle_taken', 'handle_reserved', 'handle_refused'],
    example: { handle: 'budi_gg' },
  },
  checkHandle: {
    summary: 'Checks whether a handle is available',
    access: 'public',
    requiresCookie: ['pid_claim'],
    limit: 'lookup',
    params: Type.Object({ handle: Type.String({ maxLength: 64, description: 'Handle, without @pid.' }) }),
    reply: Type.Object({
      handle: words('The requested handle.'),
      available: flag('Whether the handle can be claimed now.'),
      reason: Type.Optional(
        words(
          'Why the handle is not available, in English; starts with `handle`. Absent if it is available.',
        ),
      ),
      code: Type.Optional(
        literals(['validation_failed', 'handle_reserved', 'handle_refused', 'handle_taken'], {
          description: 'Error code that claiming the handle would return. Absent if it is available.',
        }),
      ),
    }),
    errors: ['unauthorized'],
    example: { handle: 'budi_gg' },
  },
});

export const linking = declare('identity', {
  linkProvider: {
    summary: 'Starts linking another provider login',
    // A linked login is a permanent way to sign in: neither a stolen cookie nor the provider's account alone may add one.
    stepUp: 'assertion',
    access: 'user',
    limit: 'signin',
    params: provider,
    reply: Type.Object({
      redirectTo: words('URL of the provider. Send the browser there.'),
    }),
    setsCookies: ['pid_flow_<flow>'],
    errors: ['unknown_provider', 'provider_unavailable'],
    example: { provider: 'dev' },
  },
});
