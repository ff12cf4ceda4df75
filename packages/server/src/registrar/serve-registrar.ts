import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { accountIdFromPid } from '@pid/protocol';
import { listPidsOfPasskey } from '../credentials/index.ts';
import type { Signer } from '../platform/chain/index.ts';
import { secretsEqual } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import { RegistrarRefusal, judgeActivation, type Registrar } from './judge-activation.ts';
import { certificateMark, judgeCertificate } from './judge-certificate.ts';

export interface RegistrarOptions extends Needs<'db' | 'clock' | 'log'> {
  readonly signer: Signer;
  readonly programId: Registrar['programId'];
  readonly token: string;
  readonly perMinuteMax: number;
  readonly host: string;
  readonly port: number;
}

export interface RegistrarServer {
  readonly url: string;
  close(): Promise<void>;
}

const messageBytesMax = 1232;
const requestMillisMax = 5000;

/**
 * Signs only activations and certificates, each for a passkey that counts and belongs to the player of the
 * account. A compromised node can therefore request only what its players could, at a limited rate, and
 * leaves a line in this log.
 */
export async function serveRegistrar(options: RegistrarOptions): Promise<RegistrarServer> {
  const pace = createPace(options);
  const server = createServer((request, response) => {
    answer(options, pace, request, response).catch((error: unknown) => {
      options.log.error({ err: error }, 'the registrar could not check a request');
      end(response, 503, 'try again');
    });
  });
  server.requestTimeout = requestMillisMax;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as { port: number };
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // Node counts a connection without a request as busy.
        setTimeout(() => server.closeAllConnections(), requestMillisMax).unref();
      }),
  };
}

async function answer(
  options: RegistrarOptions,
  pace: () => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET' && request.url === '/healthz') return end(response, 200, 'ok');
  if (!secretsEqual(request.headers.authorization ?? '', `Bearer ${options.token}`))
    return end(response, 401, 'Unauthorized');
  if (request.method !== 'POST' || request.url !== '/sign') return end(response, 404, 'Not Found');
  const message = await readMessage(request);
  if (!message) return end(response, 413, 'a message has at most 1232 bytes');
  if (!pace()) return end(response, 429, 'too many activations this minute');
  try {
    const signature = await judgeAndSign(options, message);
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.end(signature);
  } catch (error) {
    if (!(error instanceof RegistrarRefusal)) throw error;
    options.log.warn({ reason: error.message }, 'refused to sign');
    end(response, 403, error.message);
  }
}

async function judgeAndSign(
  { db, signer, programId, clock, log }: RegistrarOptions,
  message: Buffer,
): Promise<Uint8Array> {
  const registrar = { programId, address: signer.address };
  const isCertificate = message[0] === certificateMark;
  const { accountId, authority } = isCertificate
    ? judgeCertificate(message, registrar, BigInt(Math.floor(clock.nowMillis() / 1000)))
    : judgeActivation(message, registrar);
  const pids = await listPidsOfPasskey(db, Buffer.from(authority), clock.now());
  const pid = pids.find((candidate) => Buffer.from(accountIdFromPid(candidate)).equals(accountId));
  if (pid === undefined)
    throw new RegistrarRefusal('the passkey is not one that counts of the player whose account this is');
  log.info({ pid }, isCertificate ? 'signed a certificate' : 'signed an activation');
  return signer.sign(message);
}

function createPace({ clock, perMinuteMax }: RegistrarOptions): () => boolean {
  let minute = 0;
  let used = 0;
  return () => {
    const now = Math.floor(clock.nowMillis() / 60_000);
    if (now !== minute) [minute, used] = [now, 0];
    used += 1;
    return used <= perMinuteMax;
  };
}

async function readMessage(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > messageBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function end(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(body);
}
