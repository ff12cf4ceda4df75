import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { secretsEqual } from '@pid/server/platform/hash.ts';
import { parseWithBigints, stringifyWithBigints } from '@pid/server/platform/chain/json.ts';

export interface RpcServerOptions {
  readonly host: string;
  readonly port: number;
  /**
   * Bearer token that each request must carry. With `null`, every request that reaches the port is accepted.
   */
  readonly token: string | null;
  answer(request: Record<string, unknown>): Promise<unknown>;
}

export interface RpcServer {
  readonly url: string;
  close(): Promise<void>;
}

const bodyBytesMax = 256 * 1024;
const batchMax = 100;

/** JSON-RPC over HTTP as validators serve it: POST of one request or a batch, and `GET /health`. */
export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const server = createServer((request, response) => {
    serveRpc(options, request, response).catch(() => response.destroy());
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as { port: number };
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, close: () => closeServer(server) };
}

async function serveRpc(
  options: RpcServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (options.token === null) {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type, solana-client');
    response.setHeader('access-control-allow-methods', 'POST, GET, OPTIONS');
  } else if (!secretsEqual(request.headers.authorization ?? '', `Bearer ${options.token}`)) {
    return end(response, 401, 'text/plain', 'Unauthorized');
  }
  await answerRpc(options, request, response);
}

/** Responds to a request without checking the caller. The calling code must have done that. */
export async function answerRpc(
  options: Pick<RpcServerOptions, 'answer'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'OPTIONS') return end(response, 204, 'text/plain', '');
  if (request.method === 'GET' && request.url?.endsWith('/health'))
    return end(response, 200, 'text/plain', 'ok');
  if (request.method !== 'POST')
    return end(response, 405, 'text/plain', 'Used HTTP Method is not allowed. POST or OPTIONS is required');
  // Without a CORS preflight, a page of another site can send only form and text content types.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    return end(
      response,
      415,
      'text/plain',
      'Supplied content type is not allowed. Content-Type: application/json is required',
    );
  const text = await readBody(request);
  if (text === null) return end(response, 413, 'text/plain', 'Request body too large');
  end(
    response,
    200,
    'application/json; charset=utf-8',
    stringifyWithBigints(await answerText(options, text)),
  );
}

async function answerText(options: Pick<RpcServerOptions, 'answer'>, text: string): Promise<unknown> {
  let parsed: unknown;
  try {
    parsed = parseWithBigints(text);
  } catch {
    return { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } };
  }
  const invalid = { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } };
  const one = async (entry: unknown) =>
    entry !== null && typeof entry === 'object' && !Array.isArray(entry)
      ? options.answer(entry as Record<string, unknown>)
      : invalid;
  if (!Array.isArray(parsed)) return one(parsed);
  return parsed.length === 0 || parsed.length > batchMax ? invalid : Promise.all(parsed.map(one));
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function end(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 1000).unref();
  });
}
