import { newP256Key } from '../../platform/p256-key.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { loadDevelopmentPart } from '../../platform/optional-parts.ts';
import { refuse } from '../../platform/errors/index.ts';
import { isFromThisMachine } from '../../platform/http/index.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Needs } from '../../platform/needs.ts';
import { serviceSecret } from '../../sessions/index.ts';
import type { ProviderOptions } from '../providers.ts';
import { recordsAdapter } from './records.store.ts';
import { signInPage, signInPagePolicy } from './sign-in-page.ts';

const mountPath = '/development-provider';
const clientId = 'pid';

export interface DevelopmentProviderDeps extends Needs<'sealer' | 'clock' | 'ids'> {
  readonly db: Queryable;
  readonly baseUrl: URL;
}

/**
 * A real OIDC server in this process that accepts any e-mail address without proof. For development machines
 * only.
 */
export async function developmentProvider(
  http: FastifyInstance,
  deps: DevelopmentProviderDeps,
): Promise<ProviderOptions> {
  const redirectUri = `${deps.baseUrl.origin}/v1/auth/callback/dev`;
  const now = deps.clock.now();
  const clientSecret = (
    await serviceSecret(deps, 'development-provider-client', deps.ids.bytes(32), now)
  ).toString('base64url');
  const cookieKey = (
    await serviceSecret(deps, 'development-provider-cookies', deps.ids.bytes(32), now)
  ).toString('base64url');
  const jwk = JSON.parse(
    (await serviceSecret(deps, 'development-provider-key', newKey(deps.ids), now)).toString('utf8'),
  ) as Record<string, string>;
  const provider = await createProvider(deps, { redirectUri, clientSecret, cookieKey, jwk });
  await http.register(async (scope) => mount(scope, provider, deps.clock), { prefix: mountPath });
  return {
    id: 'dev',
    name: 'Development sign-in',
    issuer: new URL(`${deps.baseUrl.origin}${mountPath}`),
    clientId,
    clientSecret,
    scope: 'openid email',
    responseMode: 'query',
    redirectUri,
    allowHttp: true,
    prompt: 'login',
  };
}

function newKey(ids: Ids): Buffer {
  const jwk = newP256Key().export({ format: 'jwk' });
  return Buffer.from(JSON.stringify({ ...jwk, kid: ids.token(9), use: 'sig', alg: 'ES256' }));
}

async function createProvider(
  deps: DevelopmentProviderDeps,
  secrets: { redirectUri: string; clientSecret: string; cookieKey: string; jwk: Record<string, string> },
): Promise<Provider> {
  const OidcProvider = await loadProvider();
  const provider = new OidcProvider(`${deps.baseUrl.origin}${mountPath}`, {
    adapter: recordsAdapter(deps.db, deps.clock),
    clients: [
      {
        client_id: clientId,
        client_secret: secrets.clientSecret,
        redirect_uris: [secrets.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [secrets.jwk] },
    cookies: {
      keys: [secrets.cookieKey],
      names: { session: 'dev_session', interaction: 'dev_interaction', resume: 'dev_resume' },
    },
    claims: { openid: ['sub', 'email'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `${mountPath}/interaction/${interaction.uid}` },
    // Signing in here is the consent, so no second question is asked.
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client!.clientId,
        accountId: context.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, email: emailOf(subject) }),
    }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 3600,
      Session: 86_400,
      Grant: 86_400,
    },
    pkce: { required: () => true },
  });
  return provider;
}

/**
 * Loaded only where it runs, because production does not install it. Its warning about Node 20 is suppressed:
 * that version is tested, and the warning would only worry a newcomer.
 */
async function loadProvider(): Promise<typeof Provider> {
  const { warn } = console;
  console.warn = () => {};
  try {
    const { Provider } = await loadDevelopmentPart(
      () => import('oidc-provider'),
      'The development sign-in needs oidc-provider, which is not installed. Set PID_PROVIDERS',
    );
    return Provider;
  } finally {
    console.warn = warn;
  }
}

/**
 * Mounts the routes in a separate scope that parses no body, because the provider reads the stream itself.
 */
function mount(scope: FastifyInstance, provider: Provider, clock: Clock): void {
  const callback = provider.callback();
  scope.addHook('onRequest', async (request) => {
    if (!isFromThisMachine(request)) throw refuse('only_on_this_machine');
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.get('/interaction/:uid', async (_request, reply) => sendPage(reply, null));
  scope.post('/interaction/:uid', (request, reply) => answerInteraction(provider, clock, request, reply));
  scope.all('/*', (request, reply) => {
    reply.hijack();
    const raw = request.raw as typeof request.raw & { originalUrl?: string };
    raw.originalUrl = raw.url ?? '/';
    raw.url = raw.originalUrl.slice(mountPath.length) || '/';
    forgetSession(raw.headers);
    void callback(raw, reply.raw);
  });
}

/**
 * Every sign-in starts without a session, because one developer uses many accounts. A remembered account
 * would first have to be signed out.
 */
function forgetSession(headers: { cookie?: string | undefined }): void {
  if (headers.cookie)
    headers.cookie = headers.cookie
      .split(/; */)
      .filter((pair) => !pair.startsWith('dev_session'))
      .join('; ');
}

async function answerInteraction(
  provider: Provider,
  clock: Clock,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = new URLSearchParams(await readText(request.raw));
  const email = (form.get('email') ?? '').trim().toLowerCase();
  if (!/^[^\s@<>"]{1,64}@[^\s@<>"]{1,189}$/.test(email))
    return sendPage(reply.code(400), 'Enter an e-mail address, such as you@example.com.');
  const redirectTo = await provider
    .interactionResult(request.raw, reply.raw, {
      login: {
        accountId: Buffer.from(email).toString('base64url'),
        remember: false,
        // The `auth_time` of the id_token must come from the clock that checks it.
        ts: clock.nowSeconds(),
      },
    })
    .catch(() => null);
  return redirectTo
    ? reply.redirect(redirectTo, 303)
    : sendPage(reply.code(400), 'This sign-in has expired. Go back and start again.');
}

function sendPage(reply: FastifyReply, error: string | null): FastifyReply {
  const { html, policy } = reply.server.markPage({ html: signInPage(error), policy: signInPagePolicy });
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(html);
}

async function readText(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.length > 4096) break;
  }
  return text;
}

function emailOf(subject: string): string {
  return Buffer.from(subject, 'base64url').toString('utf8');
}
