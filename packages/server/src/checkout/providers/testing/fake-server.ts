import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Json = Record<string, unknown>;

/** Behaves as the providers' documentation says, on a local port; tests decide which orders are paid. */
export interface FakeServer {
  readonly url: string;
  readonly requests: { method: string; path: string; authorization: string | undefined; body: Json }[];
  /** While set, every response has this status and no JSON. */
  brokenStatus: number | null;
}

/** The status of an answer that is lost: the connection ends without one. */
export const lostAnswer = 0;

export async function startFakeServer(
  answer: (request: IncomingMessage, body: Json) => [number, unknown] | Promise<[number, unknown]>,
): Promise<FakeServer> {
  const fake: FakeServer & { url: string } = { url: '', requests: [], brokenStatus: null };
  const server: Server = createServer((request, response) => void respond(request, response));
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = text === '' ? {} : (JSON.parse(text) as Json);
    fake.requests.push({
      method: request.method!,
      path: request.url!,
      authorization: request.headers.authorization,
      body,
    });
    const [status, reply] =
      fake.brokenStatus === null ? await answer(request, body) : [fake.brokenStatus, 'gateway trouble'];
    if (status === lostAnswer) return void response.destroy();
    response.writeHead(status, {
      'content-type': fake.brokenStatus === null ? 'application/json' : 'text/html',
    });
    response.end(fake.brokenStatus === null ? JSON.stringify(reply) : String(reply));
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => server.close());
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}
