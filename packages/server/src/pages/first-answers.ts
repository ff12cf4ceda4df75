import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { callPath, type PageRoute } from './read-routes.ts';

/** Headers that identify the caller and the origin. No other header of the page request is forwarded. */
const passedOn = [
  'cookie',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'user-agent',
  'x-forwarded-for',
] as const;

/**
 * Runs the first API calls of a page on the server, with the same checks, limits and response formats as for
 * a call by the reader. Only responses with status 200 are embedded in the document; the page makes the other
 * calls itself.
 */
export async function answerFirstCalls(
  http: FastifyInstance,
  clock: Clock,
  page: Omit<PageRoute, 'scripts'>,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  // Embed data only in top-level documents, so that frames and scripts that load our pages cannot read it.
  const wantedFor = request.headers['sec-fetch-dest'] ?? 'document';
  if (wantedFor !== 'document' || request.method !== 'GET') return {};
  const url = new URL(request.url, 'http://page');
  const now = clock.now();
  const answers = await Promise.all(
    page.calls
      .filter(({ byBrowser }) => !byBrowser)
      .map(async (call) => {
        const path = callPath(page, call, url, now);
        const asked = http.inject({
          method: 'GET',
          url: path,
          headers: headersOf(request),
          remoteAddress: request.socket.remoteAddress ?? '',
        });
        const answer = await atMost(asked, call.waitMilliseconds);
        return answer?.statusCode === 200 ? [[path, answer.json<unknown>()] as const] : [];
      }),
  );
  return Object.fromEntries(answers.flat());
}

/** Returns null after the timeout: a document must not wait for a node of the chain. */
async function atMost<T>(asked: Promise<T>, waitMilliseconds: number | undefined): Promise<T | null> {
  if (waitMilliseconds === undefined) return asked;
  const ended = new AbortController();
  const tooLong = setTimeout(waitMilliseconds, null, { signal: ended.signal, ref: false });
  try {
    return await Promise.race([asked, tooLong.catch(() => null)]);
  } finally {
    ended.abort();
  }
}

function headersOf(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const name of passedOn) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}
