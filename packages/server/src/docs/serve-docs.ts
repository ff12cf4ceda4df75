import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorTable, type ErrorEntry, type Operation } from '@pid/contract';
import { escapeHtml } from '../platform/escape-html.ts';
import { pagePolicy, sendHtml, wantsHtml } from '../pages/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { isLoopbackHost } from '../platform/http/index.ts';
import { inline } from './operation-html.ts';
import {
  addressOf,
  errorsHtml,
  referenceHtml,
  tagAddress,
  tagHtml,
  tagsOf,
  tagTitle,
} from './reference-html.ts';

interface Guide {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  /** The Markdown source. */
  readonly source: string;
  readonly headings: readonly { readonly id: string; readonly title: string }[];
}

export interface DocsOptions {
  /** Output folder of the web build: the page frame and the guides. */
  readonly folder: string;
  readonly origin: string;
  readonly operations: readonly Operation[];
}

/** Where a service listens on its own machine, unless it is configured. */
const defaultAddress = 'http://localhost:4100';

interface Page {
  readonly title: string;
  readonly html: string;
}

const notFound: Page = {
  title: 'No such page',
  html: '<h1>There is no such page</h1><p>Search for it above, or begin with <a href="/docs">the guides</a>.</p>',
};

/**
 * Serves the documentation. It is built from the guides of this build and from the operation declarations
 * that this service runs.
 */
export async function serveDocs(http: FastifyInstance, options: DocsOptions): Promise<void> {
  const read = (name: string) => readFile(path.join(options.folder, name), 'utf8');
  const [frame, guides] = [await read('docs.html'), JSON.parse(await read('guides.json')) as Guide[]];
  const sdk = JSON.parse(await read('sdk/sdk.json')) as Record<'package' | 'module', { integrity: string }>;
  // A guide that is read on a public service means the reader's own machine, with the default port.
  const ownMachine = isLoopbackHost(new URL(options.origin).hostname) ? options.origin : defaultAddress;
  // Guides contain placeholders for the origin and for the integrity hashes of the hosted SDK.
  const fill = (text: string) =>
    text
      .replaceAll('https://pid.example', options.origin)
      .replaceAll(defaultAddress, ownMachine)
      .replaceAll('sha384-(package)', sdk.package.integrity)
      .replaceAll('sha384-(module)', sdk.module.integrity);
  const tags = tagsOf(options.operations);
  const pages = pagesOf(options, guides, tags, fill);
  const rendered = new Map<string, string>();
  const answer = (request: FastifyRequest, reply: FastifyReply, address: string) => {
    const page = pages.get(address);
    if (!page) {
      if (!wantsHtml(request)) throw refuse('not_found');
      const missing = frameOf(frame, { address, guides, tags, page: notFound }, options);
      return sendHtml(request, reply.code(404), missing, { policy: pagePolicy });
    }
    // Render a page on the first request for it, so that the start of the service does not wait for
    // rendering.
    const html = rendered.get(address) ?? frameOf(frame, { address, guides, tags, page: page() }, options);
    rendered.set(address, html);
    return sendHtml(request, reply, html, { policy: pagePolicy });
  };
  http.get('/docs', async (request, reply) => answer(request, reply, '/docs'));
  http.get<{ Params: { page: string } }>('/docs/:page', async (request, reply) =>
    answer(request, reply, `/docs/${request.params.page}`),
  );
  http.get<{ Params: { tag: string } }>('/docs/reference/:tag', async (request, reply) =>
    answer(request, reply, `/docs/reference/${request.params.tag}`),
  );
  // Markdown sources for programs.
  for (const { slug, source } of guides) {
    const filled = fill(source);
    http.get(`/guides/${slug}.md`, async (_request, reply) =>
      reply.type('text/markdown; charset=utf-8').header('cache-control', 'public, max-age=300').send(filled),
    );
  }
  const index = JSON.stringify(searchIndex(options.operations, guides));
  http.get('/docs/search.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(index),
  );
  const forMachines = llmsText(options, guides);
  http.get('/llms.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(forMachines),
  );
}

function pagesOf(
  { operations, origin }: DocsOptions,
  guides: readonly Guide[],
  tags: readonly string[],
  fill: (text: string) => string,
) {
  return new Map<string, () => Page>([
    ['/docs', () => ({ title: 'Documentation', html: homeHtml(guides) })],
    ...guides.map(({ slug, title, html }) => {
      const page = () => ({ title, html: fill(html) });
      return [`/docs/${slug}`, page] as [string, () => Page];
    }),
    ['/docs/reference', () => ({ title: 'Reference', html: referenceHtml(operations) })],
    ['/docs/errors', () => ({ title: 'Errors by code', html: errorsHtml(operations) })],
    ...tags.map((tag): [string, () => Page] => [
      tagAddress(tag),
      () => ({
        title: `Reference: ${tagTitle(tag)}`,
        html: tagHtml(
          tag,
          operations.filter((operation) => operation.tag === tag),
          origin,
        ),
      }),
    ]),
  ]);
}

function homeHtml(guides: readonly Guide[]): string {
  const items = guides.map(
    ({ slug, title, summary }) =>
      `<li><a href="/docs/${slug}">${escapeHtml(title)}</a><br><span class="docs-note">${inline(summary)}</span></li>`,
  );
  return `<h1>Build with PID</h1><p>Guides by task, and <a href="/docs/reference">every operation</a> from the declarations that this service runs on. For programs: <a href="/v1/openapi.json">OpenAPI</a> and <a href="/llms.txt">llms.txt</a>.</p><ol>${items.join('')}</ol>`;
}

function frameOf(
  frame: string,
  shown: { address: string; guides: readonly Guide[]; tags: readonly string[]; page: Page },
  { origin }: DocsOptions,
): string {
  const { address, guides, tags, page } = shown;
  const link = (to: string, text: string) =>
    `<a href="${to}"${to === address ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`;
  const navigation = [
    '<h2>Guides</h2>',
    ...guides.map(({ slug, title }) => link(`/docs/${slug}`, title)),
    '<h2>Reference</h2>',
    link('/docs/reference', 'All operations'),
    link('/docs/errors', 'Errors by code'),
    ...tags.map((tag) => link(tagAddress(tag), tagTitle(tag))),
  ];
  const content = `<div class="docs"><header class="docs-head"><a href="/">PID</a><a href="/docs">Documentation</a><a href="/apps">Your apps</a><div class="docs-search"><label class="sr-only" for="docs-search">Search the documentation</label><input id="docs-search" class="input" type="search" placeholder="Search" autocomplete="off"><ul id="docs-found" hidden></ul></div></header><div class="docs-columns"><nav class="docs-nav" aria-label="Documentation">${navigation.join('')}</nav><main class="docs-text">${page.html}</main></div><footer class="docs-note">Served by ${escapeHtml(origin)}</footer></div>`;
  return frame
    .replace('<title>PID documentation</title>', `<title>${escapeHtml(page.title)} · PID</title>`)
    .replace('<div id="docs"></div>', () => content);
}

function searchIndex(operations: readonly Operation[], guides: readonly Guide[]) {
  return [
    ...guides.flatMap(({ slug, title, summary, headings }) => [
      { title, address: `/docs/${slug}`, words: summary },
      ...headings.map((heading) => ({
        title: `${title}: ${heading.title}`,
        address: `/docs/${slug}#${heading.id}`,
        words: '',
      })),
    ]),
    ...operations.map((operation) => ({
      title: `${operation.method} ${operation.path}`,
      address: addressOf(operation),
      words: `${operation.summary} ${operation.operationId}`.replaceAll('`', ''),
    })),
    ...Object.entries<ErrorEntry>(errorTable).map(([code, { meaning }]) => ({
      title: `Error ${code}`,
      address: `/docs/errors#${code}`,
      words: meaning.replaceAll('`', ''),
    })),
  ];
}

/** An overview for programs: https://llmstxt.org */
function llmsText({ origin, operations }: DocsOptions, guides: readonly Guide[]): string {
  return [
    '# PID',
    '',
    '> Identity, session and wallet service for games: one permanent name for every player, sign-in for third-party games (OpenID Connect, device flow, a popup SDK), a rupiah ledger and passkey wallets on Solana.',
    '',
    '## Guides',
    ...guides.map(({ slug, title, summary }) => `- [${title}](${origin}/guides/${slug}.md): ${summary}`),
    '',
    '## Reference',
    `- [OpenAPI 3.0.3](${origin}/v1/openapi.json): all ${operations.length} operations`,
    `- [Errors by code](${origin}/docs/errors)`,
    `- [OpenID configuration](${origin}/.well-known/openid-configuration)`,
    `- [The SDK](${origin}/sdk/sdk.json): version, addresses and integrity hashes`,
    '',
  ].join('\n');
}
