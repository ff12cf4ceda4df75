import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { bodyBytesMax, collectBody } from './collect-body.ts';

let beforeAsking = async () => {};
const server = createServer((request, response) => {
  const collected = collectBody(request);
  void beforeAsking().then(() =>
    collected((refusal, bytes) => response.end(refusal ? 'refused' : `${bytes.length}:${bytes.toString()}`)),
  );
});
server.listen(0, 'localhost');
await once(server, 'listening');
afterAll(() => server.close());

/** Sends each piece separately and returns the body of the response. */
async function send(...pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, 'localhost');
  const answer = text(socket);
  for (const piece of pieces) {
    socket.write(piece);
    await turn();
  }
  const [, body = ''] = (await answer).split('\r\n\r\n');
  return /^[\da-f]+\r\n/.test(body) ? body.split('\r\n')[1]! : body;
}

const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
const sized = (length: number) => `${head}Content-Length: ${length}\r\n\r\n`;

describe('a body', () => {
  test('arrives whole from any pieces, even if a character is split', async () => {
    const bytes = Buffer.from('{"name":"Zoë 日本"}');
    const middle = bytes.indexOf(Buffer.from('日')) + 1;
    const whole = `${bytes.length}:${bytes.toString()}`;
    expect(await send(sized(bytes.length), bytes.subarray(0, middle), bytes.subarray(middle))).toBe(whole);
    expect(await send(Buffer.concat([Buffer.from(sized(bytes.length)), bytes]))).toBe(whole);
  });

  test('is put together in order from chunks of every size', async () => {
    const pieces = Array.from({ length: 40 }, (_, index) =>
      String.fromCharCode(97 + (index % 26)).repeat(index * 70 + 1),
    );
    const whole = pieces.join('');
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
    expect(await send(chunked, ...chunks, '0\r\n\r\n')).toBe(`${whole.length}:${whole}`);
  });

  test('that arrived before it was requested is complete', async () => {
    beforeAsking = async () => {
      for (let count = 0; count < 20; count += 1) await turn();
    };
    expect(await send(`${sized(5)}early`)).toBe('5:early');
    expect(await send(sized(0))).toBe('0:');
    beforeAsking = async () => {};
  });

  test('may be as long as the limit and is refused one byte beyond it, with or without a declared length', async () => {
    const most = 'x'.repeat(bodyBytesMax);
    const chunk = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n`;
    expect(await send(sized(bodyBytesMax), most)).toBe(`${bodyBytesMax}:${most}`);
    expect(await send(chunked, chunk(most), '0\r\n\r\n')).toBe(`${bodyBytesMax}:${most}`);
    expect(await send(sized(bodyBytesMax + 1))).toBe('refused');
    expect(await send(chunked, chunk(most), chunk('x'))).toBe('refused');
  });
});
