import { setMaxListeners } from 'node:events';
import { request as requestHttp } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import { lookupPublic } from '../../platform/public-address.ts';
import { parsePushEndpoint } from './push-endpoint.ts';
import type { VapidKey } from './vapid-key.ts';

/** A device as the browser describes it (RFC 8291). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  readonly payload: string;
  readonly ttlSeconds: number;
  readonly urgency: 'normal' | 'high';
  /** A later message of the same topic replaces one that the push service has not delivered yet: a retry. */
  readonly topic: string;
}

/** `gone`: the device must be removed. `refused`: this message will never be accepted. */
export type PushOutcome =
  | { readonly outcome: 'sent' | 'gone' | 'refused' }
  | { readonly outcome: 'later'; readonly afterSeconds: number | null };

export interface PushTransport {
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
  close(): void;
}

const bodyMax = 4096;
const retryAfterMaxSeconds = 3600;

export function openPushTransport(options: {
  readonly key: VapidKey;
  readonly subject: string;
  readonly testService: URL | null;
  /** How long a push service may take for a response. */
  readonly waitMillis?: number;
}): PushTransport {
  const { waitMillis = 20_000 } = options;
  const closed = new AbortController();
  // Every request under way listens to it.
  setMaxListeners(0, closed.signal);
  // An agent of its own: a shared one could reuse a connection to an address that was not checked.
  const agent = new Agent({ keepAlive: true, lookup: lookupPublic });
  return {
    close() {
      closed.abort();
      agent.destroy();
    },
    async send(target, message) {
      const url = parsePushEndpoint(target.endpoint, options.testService);
      if (!url) return { outcome: 'gone' };
      const details = await encrypt(options, target, message);
      // A key that is no point of the curve can never be encrypted to.
      if (!details) return { outcome: 'gone' };
      try {
        return judge(await post(url, details, { agent, signal: closed.signal, waitMillis }));
      } catch {
        return { outcome: 'later', afterSeconds: null };
      }
    },
  };
}

interface Details {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** Loaded with the first notification, because most nodes of a cluster rarely send one. */
async function encrypt(
  { key, subject }: { readonly key: VapidKey; readonly subject: string },
  { endpoint, p256dh, auth }: PushTarget,
  { payload, ttlSeconds, urgency, topic }: PushMessage,
): Promise<Details | null> {
  const { default: webPush } = await import('web-push');
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...key },
      TTL: ttlSeconds,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
    });
    return { headers, body };
  } catch {
    return null;
  }
}

interface Response {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Follows no redirects and reads no body. */
function post(
  url: URL,
  { headers, body }: Details,
  {
    agent,
    signal,
    waitMillis,
  }: { readonly agent: Agent; readonly signal: AbortSignal; readonly waitMillis: number },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      signal,
    };
    // Only a test service has http, and may be on this machine.
    const isTest = url.protocol === 'http:';
    const request = isTest ? requestHttp(url, options) : requestHttps(url, { ...options, agent });
    // A timer, because Node 20 collects a signal of `AbortSignal.timeout` that only `AbortSignal.any` refers to.
    const timer = setTimeout(() => request.destroy(new Error('the push service did not answer')), waitMillis);
    request.on('close', () => clearTimeout(timer));
    request.on('error', reject);
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      // Unread data would keep the connection busy; a push service has no reason to send much.
      if (Number(response.headers['content-length'] ?? bodyMax + 1) > bodyMax) response.destroy();
      else response.resume();
    });
    request.end(body);
  });
}

/** RFC 8030, sections 5 and 7.3. 401 and 403: the subscription belongs to another key. */
function judge({ status, retryAfter }: Response): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if ([401, 403, 404, 410].includes(status)) return { outcome: 'gone' };
  if (status === 429 || status >= 500) {
    const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
    return {
      outcome: 'later',
      afterSeconds: seconds === null ? null : Math.min(seconds, retryAfterMaxSeconds),
    };
  }
  return { outcome: 'refused' };
}
