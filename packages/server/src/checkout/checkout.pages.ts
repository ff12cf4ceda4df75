import { isLanguage } from '@pid/contract/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, invalid, refuse } from '../platform/errors/index.ts';
import { addressKey, isForeignRequest, isFromThisMachine, type RateLimiter } from '../platform/http/index.ts';
import { chooseText, type CheckoutText } from './checkout-text.ts';
import { confirmTopUp, type ConfirmDeps } from './confirm-top-up.ts';
import { openCharge } from './open-charge.ts';
import { ProviderError } from './payment-provider.ts';
import { checkoutScript, checkoutScriptPath } from './checkout-script.ts';
import type { PageAssets } from './page-assets.ts';
import { payWithPlayMoney } from './play-money.ts';
import { purchaseOf, type FindPurchase } from './purchase-of.ts';
import { openRenderer, type PageContext } from './render-checkout.ts';
import { sandbox } from './providers/index.ts';
import { currentStatus } from './describe-top-up.ts';
import { requireTopUp } from './get-top-up.ts';
import type { CheckoutConfig } from './settings.ts';
import { isSetAside, listSessions, type TopUp } from './topups.store.ts';

export interface CheckoutPagesDeps extends ConfirmDeps {
  readonly config: Pick<CheckoutConfig, 'mode'>;
  readonly markKey: Uint8Array;
  readonly checkoutUrl: (id: string) => string;
  readonly limiter: RateLimiter | null;
  readonly ownOrigins: ReadonlySet<string>;
  readonly assets: PageAssets;
  readonly findPurchase: FindPurchase;
}

type CheckoutRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: { lang?: unknown };
  Body: { outcome?: string } | undefined;
}>;

const uuid = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/**
 * Rendered by the server: a payment must not depend on a script that did not load. Anyone who has the link
 * may view the page and pay.
 */
export function checkoutPages(http: FastifyInstance, deps: CheckoutPagesDeps): void {
  const renderer = openRenderer(deps.assets, deps.provider?.pageOrigins ?? []);
  const send = (reply: FastifyReply, content: string) => {
    const { html, policy } = http.markPage({ html: content, policy: renderer.policy });
    return reply
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        // With `no-referrer`, a browser would send our own form with `Origin: null`.
        'referrer-policy': 'same-origin',
        'x-frame-options': 'DENY',
        // No `Cross-Origin-Opener-Policy`: in the window of a payment it would cut the connection to the game.
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  };

  async function show(
    request: CheckoutRequest,
    reply: FastifyReply,
    context: PageContext,
  ): Promise<FastifyReply> {
    const topUp = await topUpOf(deps, request);
    const now = deps.clock.now();
    const status = currentStatus(topUp, now);
    const purchase = await purchaseOf(deps.findPurchase, topUp, request);
    const setAside = status === 'paid' && (await isSetAside(deps.db, topUp.id));
    // A purchase is not complete yet: its page says that the money has arrived and asks for the confirmation.
    if (purchase && status === 'paid' && !setAside) return reply.redirect(purchase.path, 303);
    const sessions = await listSessions(deps.db, topUp.id);
    const view = { topUp, status, purchase, waiting: sessions.length > 0, setAside, now };
    return send(reply, renderer.checkout(view, context));
  }

  async function pay(
    request: CheckoutRequest,
    reply: FastifyReply,
    { path, search }: PageContext,
  ): Promise<FastifyReply> {
    assertOwnForm(deps, request);
    const topUp = await topUpOf(deps, request);
    if (topUp.provider === sandbox.id) {
      // A sandbox gives its play money to anyone.
      if (deps.config.mode !== 'sandbox' && !isFromThisMachine(request)) throw refuse('only_on_this_machine');
      const outcome = request.body?.outcome;
      if (outcome !== 'paid' && outcome !== 'failed') throw invalid('outcome must be paid or failed');
      await payWithPlayMoney(deps, topUp, outcome);
    } else if (currentStatus(topUp, deps.clock.now()) === 'pending')
      return reply.redirect(await openCharge(deps, topUp, deps.checkoutUrl(topUp.id)), 303);
    return reply.redirect(`${path}${search}`, 303);
  }

  async function check(
    request: CheckoutRequest,
    reply: FastifyReply,
    { path, search }: PageContext,
  ): Promise<FastifyReply> {
    assertOwnForm(deps, request);
    const topUp = await topUpOf(deps, request);
    await confirmTopUp(deps, topUp);
    return reply.redirect(`${path}${search}`, 303);
  }

  /** Turns a refusal into an HTML page. */
  function guarded(
    work: (request: CheckoutRequest, reply: FastifyReply, context: PageContext) => Promise<FastifyReply>,
  ) {
    return async (raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const request = raw as CheckoutRequest;
      const context = contextOf(request);
      try {
        await takeLimit(deps.limiter, request);
        return await work(request, reply, context);
      } catch (error) {
        const refusal =
          error instanceof ProviderError ? refuse('payment_provider_unavailable').because(error) : error;
        if (!(refusal instanceof ServiceError)) throw error;
        request.errorCode = refusal.code;
        request.failure = refusal;
        return send(
          reply.code(refusal.statusCode).headers(refusal.headers ?? {}),
          renderer.refusal(context, ...describeRefusal(refusal, context.text)),
        );
      }
    };
  }

  http.get(checkoutScriptPath, (_request, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .type('text/javascript; charset=utf-8')
      .send(checkoutScript),
  );
  http.get('/checkout/:id', guarded(show));
  http.post('/checkout/:id/pay', { config: { formBody: true } }, guarded(pay));
  http.post('/checkout/:id/check', { config: { formBody: true } }, guarded(check));
}

/**
 * Keeps a requested language. The id in the path is encoded again, because the address may contain an invalid
 * id.
 */
function contextOf(request: CheckoutRequest): PageContext {
  const { lang } = request.query;
  return {
    text: chooseText(lang, request.headers['accept-language']),
    search: isLanguage(lang) ? `?lang=${lang}` : '',
    path: `/checkout/${encodeURIComponent(request.params.id)}`,
  };
}

async function topUpOf(deps: CheckoutPagesDeps, request: CheckoutRequest): Promise<TopUp> {
  if (!uuid.test(request.params.id)) throw refuse('topup_not_found');
  return requireTopUp(deps.db, request.params.id);
}

function assertOwnForm(deps: CheckoutPagesDeps, request: FastifyRequest): void {
  if (isForeignRequest(request, deps.ownOrigins)) throw refuse('foreign_origin');
}

async function takeLimit(limiter: RateLimiter | null, request: FastifyRequest): Promise<void> {
  const verdict = await limiter?.take('money', addressKey(request.ip));
  if (verdict && !verdict.allowed) throw refuse('too_many_requests').retryAfter(verdict.resetSeconds);
}

function describeRefusal(refusal: ServiceError, text: CheckoutText): [string, string] {
  switch (refusal.statusCode) {
    case 400:
      return [text.refusedTitle, text.invalid];
    case 403:
      return [text.refusedTitle, text.foreign];
    case 404:
      return [text.notFoundTitle, text.notFound];
    case 429:
      return [text.refusedTitle, text.tooMany];
    default:
      return [text.refusedTitle, text.busy];
  }
}
