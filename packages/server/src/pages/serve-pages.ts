import { readdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { chooseLanguage, isLanguage, type Language } from '@pid/contract/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackHost, pathOf, refuseUnrouted } from '../platform/http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { ExitPages } from './exit-pages.ts';
import { answerFirstCalls } from './first-answers.ts';
import { callsOfBrowser, readRoutes } from './read-routes.ts';
import { sendHtml, wantsHtml } from './send-html.ts';
import { serveRelatedOrigins } from './related-origins.ts';
import { openShell, type ShownAges } from './shell.ts';

export interface PagesOptions {
  /** Output folder of the web build. */
  readonly folder: string;
  readonly baseUrl: URL;
  readonly clock: Clock;
  /** The operator's other origins, external pages and contact address. */
  readonly operator: {
    readonly relatedOrigins: readonly URL[];
    readonly helpUrl: URL | null;
    readonly privacyUrl: URL | null;
    readonly termsUrl: URL | null;
    readonly contact: string | null;
  };
  readonly ages: ShownAges;
  /** The page for withdrawing without our API. Null without a chain. */
  readonly exit: ExitPages | null;
}

/** The login popup posts its result to the window that opened it. COOP would cut that connection. */
const openerPaths = ['/authorize', '/claim', '/signin', '/grant', '/session'];
const openerPattern = /^\/(?:pay|allow)\/[^/]+$/;

/** Pages that have no content without a chain. */
const walletPages = ['/wallet', '/game-sessions', '/session'];

/** Scripts and styles of the pages, with their hashes in the names. */
const assetFolder = '/assets/';

async function readAssets(folder: string): Promise<Set<string>> {
  const files = await readdir(path.join(folder, assetFolder));
  return new Set(files.filter((file) => !/\.(?:br|gz)$/.test(file)).map((file) => `${assetFolder}${file}`));
}

export async function servePages(http: FastifyInstance, options: PagesOptions): Promise<void> {
  const { exit } = options;
  const shell = await openShell(options.folder, {
    hasChain: exit !== null,
    ages: options.ages,
    contact: options.operator.contact ?? '',
  });
  const pageAt = await readRoutes(path.join(options.folder, 'routes.json'), {
    paths: exit ? [] : walletPages,
    calls: [
      ...(exit ? [] : (['getRecovery'] as const)),
      ...(options.ages === 'off' ? (['getFamily'] as const) : []),
    ],
  });
  await http.register(fastifyStatic, {
    root: options.folder,
    index: false,
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    // HTML is sent below with its security policy, assets by one route. Compressed files are served under the
    // original's path.
    globIgnore: ['*.html', 'assets/**', '**/*.br', '**/*.gz'],
    setHeaders: setAssetHeaders,
  });
  const assets = await readAssets(options.folder);
  // The plugin would add a route for each of the hundreds of files, a fifth of the work of a start.
  http.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${assetFolder}:file`,
    handler: (request, reply) => {
      const asset = `${assetFolder}${request.params.file}`;
      return assets.has(asset) ? reply.sendFile(asset) : notFound(request, reply);
    },
  });
  if (exit) serveExit(exit);
  http.get('/', (request, reply) => sendShell(request, reply));
  const { helpUrl, privacyUrl, termsUrl } = options.operator;
  http.get('/privacy', (_request, reply) => reply.redirect(privacyUrl?.href ?? '/help#privacy', 302));
  http.get('/terms', (_request, reply) => reply.redirect(termsUrl?.href ?? '/help#terms', 302));
  serveRelatedOrigins(http, options.baseUrl, options.operator.relatedOrigins);
  if (helpUrl) http.get('/help', (_request, reply) => reply.redirect(helpUrl.href, 302));
  const reads = ['GET', 'HEAD'];
  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const url = pathOf(request);
    const isPage = pageAt(url) !== undefined;
    const isMissingAsset = url.startsWith(assetFolder) && !assets.has(url);
    const methods = [...(isMissingAsset ? [] : http.knownMethods(url)), ...(isPage ? reads : [])];
    // Every client gets an existing page. A missing path gets HTML only if the Accept header asks for it.
    const wantsPage =
      reads.includes(request.method) &&
      (isPage || (methods.length === 0 && !url.startsWith('/v1') && wantsHtml(request)));
    if (!wantsPage) return refuseUnrouted([...new Set(methods)], reply);
    return sendShell(request, reply);
  };
  // This scope has no content type parsers, so that the body of a request to a missing path is not read.
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Without this hook, Fastify responds 400 to a QUERY without a content type (RFC 10008, section 2), but
    // no route accepts QUERY, so the response must be 404 or 405.
    scope.addHook('onRequest', async (request, reply) => {
      if (request.method === 'QUERY') await notFound(request, reply);
    });
    scope.setNotFoundHandler(notFound);
  });

  function serveExit(pages: ExitPages): void {
    for (const address of ['/exit', '/exit.html'])
      http.get(address, async (request, reply) => {
        if (isOtherLoopback(request)) return reply.redirect(`${options.baseUrl.origin}${request.url}`, 302);
        const { html, policy } = await pages.page();
        return sendHtml(request, reply, html, { policy });
      });
    http.get('/exit/offline.html', async (request, reply) => {
      const page = await pages.offline();
      if (!page)
        return reply
          .code(503)
          .type('text/plain')
          .send('The chain has not been reached yet. Try again later.');
      return sendHtml(request, reply, page.html, { policy: page.policy });
    });
  }

  /** Passkeys are bound to the host name, and 127.0.0.1 differs from localhost. */
  function isOtherLoopback({ hostname }: FastifyRequest): boolean {
    return options.baseUrl.hostname === 'localhost' && hostname !== 'localhost' && isLoopbackHost(hostname);
  }

  async function sendShell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = pathOf(request);
    if (isOtherLoopback(request)) return reply.redirect(`${options.baseUrl.origin}${request.url}`, 302);
    const page = pageAt(url);
    const answers = page ? await answerFirstCalls(http, options.clock, page, request) : {};
    reply.code(page ? 200 : 404);
    const calls = page ? callsOfBrowser(page, new URL(request.url, 'http://page'), options.clock.now()) : [];
    return sendHtml(request, reply, shell.render(page, languageOf(request), answers, calls), {
      policy: shell.policy,
      keepsOpener: openerPaths.includes(url) || openerPattern.test(url),
    });
  }
}

/**
 * Chooses like the pages do. The cookie has the language that the player chose there. Another site of the
 * domain may set a cookie of the same name.
 */
function languageOf({ headers }: FastifyRequest): Language {
  const cookies = (headers.cookie ?? '').matchAll(/(?:^|;) *lang=([^;]*)/g);
  const chosen = [...cookies].map(([, code]) => code).find(isLanguage);
  return chooseLanguage(chosen, (headers['accept-language'] ?? '').split(','));
}

const neverAskedFor = ['etag', 'last-modified', 'accept-ranges', 'x-request-id', 'referrer-policy'];

function setAssetHeaders(reply: FastifyReply, file: string): void {
  const isSdk = file.includes(`${path.sep}sdk${path.sep}`);
  const isButton = file.includes(`${path.sep}buttons${path.sep}`);
  // A file with its hash or version in the name never changes.
  const isFinal = isSdk ? !file.endsWith('.json') : isButton || file.includes(`${path.sep}assets${path.sep}`);
  reply.header('cache-control', isFinal ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
  // Immutable files are never revalidated. Without these headers, the six files of a page are a kilobyte
  // smaller, which matters on slow connections.
  if (isFinal) for (const name of neverAskedFor) reply.removeHeader(name);
  // Pages of games load the SDK as a module and check its integrity, which needs CORS, and show the buttons.
  if (isSdk || isButton)
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
}
