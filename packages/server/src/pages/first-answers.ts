import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { callPath, type PageRoute } from './read-routes.ts';

/** What says who asks and from where; nothing else of the page's request goes along. */
const passedOn = [
  'cookie',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'user-agent',
  'x-forwarded-for',
] as const;

/**
 * Answers beforehand what the page will ask first, by asking our own API as the reader would: the same judgement, limits and
 * shapes. Only what is answered with 200 is written into the document; everything else the page asks for itself.
 */
export async function answerFirstCalls(
  http: FastifyInstance,
  clock: Clock,
  page: PageRoute,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  // A document only: whatever else loads a page of ours does not get to see what is in it.
  const wantedFor = request.headers['sec-fetch-dest'] ?? 'document';
  if (wantedFor !== 'document' || request.method !== 'GET') return {};
  const url = new URL(request.url, 'http://page');
  const now = clock.now();
  const answers = await Promise.all(
    page.calls.map(async (call) => {
      const path = callPath(page, call, url, now);
      const asked = http.inject({
        method: 'GET',
        url: path,
        headers: headersOf(request),
        remoteAddress: request.socket.remoteAddress ?? '',
      });
      // mutant (pages/): atMost(asked, call.waitMilliseconds) => asked
      const answer = await atMost(asked, call.waitMilliseconds);
      return answer?.statusCode === 200 ? [[path, answer.json<unknown>()] as const] : [];
    }),
  );
  return Object.fromEntries(answers.flat());
}

/** Null when it takes longer: a document waits for our own database, and for nobody else's node. */
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
