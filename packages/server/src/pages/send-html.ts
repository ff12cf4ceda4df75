import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const gunzippable = promisify(gzip);
/**
 * Documents are compressed per request, so speed matters: the best quality takes twenty times as long and
 * saves a tenth.
 */
const params = { [constants.BROTLI_PARAM_QUALITY]: 7 };

export interface HtmlOptions {
  readonly policy: string;
  readonly keepsOpener?: boolean;
}

export async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string,
  { policy: ownPolicy, keepsOpener = false }: HtmlOptions,
): Promise<FastifyReply> {
  const { html, policy } = request.server.markPage({ html: content, policy: ownPolicy });
  reply.headers({
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    // The document may contain data of its reader.
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    vary: 'accept-encoding',
    ...(keepsOpener ? {} : { 'cross-origin-opener-policy': 'same-origin' }),
  });
  reply.type('text/html; charset=utf-8');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(html);
  reply.header('content-encoding', encoding);
  return reply.send(encoding === 'br' ? await brotli(html, { params }) : await gunzippable(html));
}

export function wantsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** Returns the better encoding that the client accepts. A quality of zero is a refusal (RFC 9110 §12.5.3). */
function chooseEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | null {
  const taken = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .filter(([, quality = '1']) => Number(quality) > 0)
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((name) => taken.includes(name)) ?? null;
}
