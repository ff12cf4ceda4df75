import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { LeanRequest, LeanResponse } from './lean-messages.ts';
import { bodyBytesMax, readBody } from './read-body.ts';

const taken: string[] = [];
const closed: string[] = [];

const server = createServer(
  { IncomingMessage: LeanRequest, ServerResponse: LeanResponse },
  (request, response) => void serve(request, response),
);
server.listen(0, 'localhost');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

async function serve(request: LeanRequest, response: LeanResponse): Promise<void> {
  request.skipEmptyBody();
  response.addLine('x-fixed', 1);
  request.on('close', () => closed.push(request.url ?? ''));
  if (request.url === '/late') while (!request.complete && request.readableLength === 0) await turn();
  if (request.url === '/stream') return answer(response, await text(request));
  if (request.url === '/piped') return void Readable.from(['pip', 'ed']).pipe(response);
  if (request.url === '/greeting') return answer(response, 'Selamat datang, Zoë — 日本');
  if (request.method !== 'POST') return answer(response, request.url ?? '');
  readBody(request, (error, body) => {
    taken.push(error ? 'refused' : body.toString());
    answer(response, error ? 'refused' : body.toString());
  });
}

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Sends each piece when the one before it was read. */
async function send(pieces: readonly (string | Buffer)[]): Promise<Socket> {
  const arrival = once(server, 'connection');
  const socket = connect(port, 'localhost');
  const [accepted] = (await arrival) as [Socket];
  let sent = 0;
  for (const piece of pieces) {
    socket.write(piece);
    sent += Buffer.byteLength(piece);
    while (accepted.bytesRead < sent && !accepted.destroyed) await turn();
  }
  return socket;
}

/** Answers with everything that came back. */
const exchange = async (...pieces: (string | Buffer)[]) => text(await send(pieces));
const talk = async (...pieces: (string | Buffer)[]) => bodiesOf(Buffer.from(await exchange(...pieces)));

function bodiesOf(answers: Buffer): string[] {
  const bodies: string[] = [];
  for (let at = 0; at < answers.length;) {
    const headEnd = answers.indexOf('\r\n\r\n', at) + 4;
    const head = answers.toString('latin1', at, headEnd);
    const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
    bodies.push(answers.toString('utf8', headEnd, headEnd + length));
    at = headEnd + length;
  }
  return bodies;
}

const last = 'Host: x\r\nConnection: close\r\n';
const post = (path: string, body: string, headers = 'Host: x\r\n') =>
  `POST ${path} HTTP/1.1\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('a body', () => {
  test('arrives whole whatever its pieces, a character cut in two among them', async () => {
    const bytes = Buffer.from(post('/', '{"name":"Zoë 日本"}', last));
    const middle = bytes.indexOf(Buffer.from('日')) + 1;
    expect(await talk(bytes.subarray(0, middle), bytes.subarray(middle))).toEqual(['{"name":"Zoë 日本"}']);
    expect(await talk(bytes)).toEqual(['{"name":"Zoë 日本"}']);
  });

  test('may come in chunks', async () => {
    const head = `POST / HTTP/1.1\r\n${last}Transfer-Encoding: chunked\r\n\r\n`;
    expect(await talk(`${head}5\r\nhello\r\n`, '6\r\n world\r\n', '0\r\n\r\n')).toEqual(['hello world']);
  });

  test('is waited for when the client asks first whether it may send it', async () => {
    const head = `POST / HTTP/1.1\r\n${last}Expect: 100-continue\r\nContent-Length: 5\r\n\r\n`;
    expect(await talk(head, 'hello')).toEqual(['', 'hello']);
  });

  test('that arrived before anybody asked for it is there', async () => {
    expect(await talk(post('/late', 'early', last))).toEqual(['early']);
    expect(await talk(post('/late', '', last))).toEqual(['']);
  });

  test('can be read as a stream', async () => {
    expect(await talk(post('/stream', 'streamed', last))).toEqual(['streamed']);
  });

  test.each(['/', '/late'])('past the limit is refused once, said or unsaid, at %s', async (path) => {
    taken.length = 0;
    const next = `GET /next HTTP/1.1\r\n${last}\r\n`;
    expect(await talk(post(path, 'x'.repeat(bodyBytesMax + 1)), next)).toEqual(['refused', '/next']);
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `8000\r\n${'x'.repeat(0x80_00)}\r\n`;
    expect(await talk(head, chunk, chunk, chunk, chunk, '0\r\n\r\n', next)).toEqual(['refused', '/next']);
    expect(taken).toEqual(['refused', 'refused']);
  });

  test('that breaks off is never taken', async () => {
    taken.length = 0;
    closed.length = 0;
    const socket = await send([post('/broken', 'whole').slice(0, -1)]);
    socket.destroy();
    await expect.poll(() => closed).toEqual(['/broken']);
    expect(taken).toEqual([]);
  });
});

describe('one connection', () => {
  test('carries request after request, in order, sent at once or not', async () => {
    const first = `GET /1 HTTP/1.1\r\nHost: x\r\n\r\n${post('/', 'two')}GET /3 HTTP/1.1\r\nHost: x\r\n\r\n`;
    const second = `${post('/late', 'four')}${post('/stream', 'five')}GET /6 HTTP/1.1\r\n${last}\r\n`;
    const expected = ['/1', 'two', '/3', 'four', 'five', '/6'];
    expect(await talk(first + second)).toEqual(expected);
    expect(await talk(first, second)).toEqual(expected);
  });

  test('goes on after a GET that has a body all the same', async () => {
    const odd = 'GET /odd HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody';
    expect(await talk(`${odd}GET /next HTTP/1.1\r\n${last}\r\n`)).toEqual(['/odd', '/next']);
    expect(await talk(odd, `GET /next HTTP/1.1\r\n${last}\r\n`)).toEqual(['/odd', '/next']);
  });

  test('goes on after an answer outside ASCII, counted in bytes', async () => {
    const both = `GET /greeting HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\n${last}\r\n`;
    expect(await talk(both)).toEqual(['Selamat datang, Zoë — 日本', '/next']);
  });

  test('goes on after a HEAD, which has no body', async () => {
    const answers = await exchange(
      `HEAD /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\n${last}\r\n`,
    );
    expect(answers.match(/content-length: \d+/g)).toEqual(['content-length: 6', 'content-length: 7']);
    expect(answers).not.toContain('/first');
    expect(answers.endsWith('\r\n\r\n/second')).toBe(true);
  });
});

test.each(['/', '/greeting', '/piped'])('a fixed header is on the answer of %s, once', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await exchange(`${method} ${path} HTTP/1.1\r\n${last}\r\n`);
    expect(answer.match(/^x-fixed: 1\r$/gm)).toHaveLength(1);
    expect(answer.startsWith('HTTP/1.1 200 OK\r\n')).toBe(true);
  }
});
