import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../platform/http/index.ts';
import type { ExitPages } from './exit-pages.ts';
import { pagePolicy } from './page-policy.ts';

export interface PagesOptions {
  /** The folder that the web build wrote. */
  readonly folder: string;
  readonly baseUrl: URL;
  /** Null where there are no wallets to leave with. */
  readonly exit: ExitPages | null;
  readonly apiNotFound: (request: FastifyRequest, reply: FastifyReply) => never;
}

/** The login popup posts its answer to the window that opened it, which COOP would cut off. */
const openerPaths = ['/authorize', '/claim', '/signin', '/grant', '/session'];

/** What there is nothing to show on without a chain. */
const walletPages = ['/wallet', '/game-sessions', '/session'];

export async function servePages(http: FastifyInstance, options: PagesOptions): Promise<void> {
  const { exit } = options;
  const index = await readFile(path.join(options.folder, 'index.html'), 'utf8');
  const shell = exit ? index : index.replace('<html ', '<html data-chain="off" ');
  const isPage = await readPageList(path.join(options.folder, 'routes.json'), exit ? [] : walletPages);
  await http.register(fastifyStatic, {
    root: options.folder,
    index: false,
    wildcard: false,
    cacheControl: false,
    // The documents are sent below, with their policy.
    globIgnore: ['*.html'],
    setHeaders: setAssetHeaders,
  });
  if (exit) serveExit(exit);
  http.get('/', (request, reply) => sendShell(request, reply));
  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.url.split('?')[0]!;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // A page is there for whoever asks; only what is not there depends on who asks for it.
    const wantsPage = isRead && !url.startsWith('/v1') && (isPage(url) || wantsHtml(request));
    if (!wantsPage) return options.apiNotFound(request, reply);
    return sendShell(request, reply);
  };
  // In a scope that knows no content type, so that nobody reads the body of a request that leads nowhere.
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.setNotFoundHandler(notFound);
  });

  function serveExit(pages: ExitPages): void {
    for (const address of ['/exit', '/exit.html'])
      http.get(address, async (request, reply) => {
        if (isOtherLoopback(request)) return reply.redirect(`${options.baseUrl.origin}${request.url}`, 302);
        const { html, policy } = await pages.page();
        return sendHtml(reply, html, { policy });
      });
    http.get('/exit/offline.html', async (_request, reply) => {
      const page = await pages.offline();
      if (!page) return reply.code(503).type('text/plain').send('The chain was not seen yet, try again');
      return sendHtml(reply, page.html, { policy: page.policy });
    });
  }

  /** Passkeys are bound to the host name, and 127.0.0.1 is another one than localhost. */
  function isOtherLoopback({ hostname }: FastifyRequest): boolean {
    return options.baseUrl.hostname === 'localhost' && hostname !== 'localhost' && isLoopbackHost(hostname);
  }

  function sendShell(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const url = request.url.split('?')[0]!;
    if (isOtherLoopback(request)) return reply.redirect(`${options.baseUrl.origin}${request.url}`, 302);
    reply.code(isPage(url) ? 200 : 404);
    return sendHtml(reply, shell, { keepsOpener: openerPaths.includes(url) });
  }
}

/** The web build lists its pages; any other path is not found, with the same look. */
async function readPageList(file: string, without: readonly string[]): Promise<(url: string) => boolean> {
  const { pages } = JSON.parse(await readFile(file, 'utf8')) as { pages: string[] };
  const patterns = pages
    .filter((page) => page !== '/404' && !without.includes(page))
    .map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`));
  return (url) => patterns.some((pattern) => pattern.test(url));
}

function sendHtml(
  reply: FastifyReply,
  html: string,
  { keepsOpener = false, policy = pagePolicy }: { keepsOpener?: boolean; policy?: string },
): FastifyReply {
  reply.headers({
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(keepsOpener ? {} : { 'cross-origin-opener-policy': 'same-origin' }),
  });
  return reply.type('text/html; charset=utf-8').send(html);
}

function wantsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

function setAssetHeaders(reply: FastifyReply, file: string): void {
  const isSdk = file.includes(`${path.sep}sdk${path.sep}`);
  // What has its hash or its version in its name never becomes something else.
  const isFinal = isSdk ? !file.endsWith('.json') : file.includes(`${path.sep}assets${path.sep}`);
  reply.header('cache-control', isFinal ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
  // Any game's page loads the SDK as a module, and checks its integrity: both need the leave of CORS.
  if (isSdk)
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
}
