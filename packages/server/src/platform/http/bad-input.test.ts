import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();
const { client } = await newPlayer(service);
const { port } = new URL(service.baseUrl);

/** Sends raw bytes and reads until the server closes the connection. */
function sendRaw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), 'localhost', () => socket.write(bytes));
    let answer = '';
    socket.setTimeout(5000, () => socket.destroy(new Error(`no answer: ${answer}`)));
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

function patchProfile(body: string | Buffer, contentType = 'application/json'): Promise<Response> {
  return fetch(`${service.baseUrl}/v1/profile`, {
    method: 'PATCH',
    body,
    headers: { 'content-type': contentType, cookie: `pid_access=${client.cookie('pid_access')}` },
  });
}

describe('a bad body changes nothing and gets a clear error', () => {
  const large = JSON.stringify({ bio: 'x'.repeat(64 * 1024) });
  const cases: [string, string | Buffer, string, number, string | string[]][] = [
    ['malformed JSON', '{"bio":', 'application/json', 400, 'Malformed JSON'],
    [
      'bad UTF-8',
      Buffer.from([0x7b, 0x22, 0x62, 0x69, 0x6f, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
      'application/json',
      400,
      'Malformed JSON',
    ],
    ['__proto__', '{"__proto__":{"admin":true}}', 'application/json', 400, 'Malformed JSON'],
    [
      '__proto__, spelled otherwise',
      String.raw`{"\u005f_proto__":{"admin":true}}`,
      'application/json',
      400,
      'Malformed JSON',
    ],
    [
      'constructor.prototype',
      '{"constructor":{"prototype":{"admin":true}}}',
      'application/json',
      400,
      'Malformed JSON',
    ],
    ['text/plain', '{"bio":"x"}', 'text/plain', 415, 'Content-Type must be application/json'],
    ['a form', 'bio=x', 'application/x-www-form-urlencoded', 415, 'Content-Type must be application/json'],
    ['64 KiB and a bit', large, 'application/json', 413, 'Body over 64 KiB'],
    ['an unknown field', '{"biography":"x"}', 'application/json', 400, ['biography is not a known field']],
    [
      'a wrong type',
      '{"bio":1}',
      'application/json',
      400,
      ['bio must be at most 280 characters without control characters'],
    ],
    ['an array', '[]', 'application/json', 400, ['body must be an object']],
    [
      'two broken rules',
      '{"country":"indonesia","nope":1}',
      'application/json',
      400,
      ['nope is not a known field', 'country must be a two-letter country code such as ID'],
    ],
    [
      'half a character',
      String.raw`{"bio":"\ud83d"}`,
      'application/json',
      400,
      ['bio must be well-formed Unicode without the character NUL'],
    ],
    [
      'NUL in a name',
      String.raw`{"b\u0000io":"x"}`,
      'application/json',
      400,
      ['body must be well-formed Unicode without the character NUL'],
    ],
    [
      'deep nesting',
      `{"bio":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      'application/json',
      400,
      ['body must not be nested deeper than 32 levels'],
    ],
  ];
  test.each(cases)('%s', async (_name, body, contentType, status, message) => {
    const before = await client.get('/v1/profile');
    const answer = await patchProfile(body, contentType);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status,
      body: { statusCode: status, message },
    });
    expect((await client.get('/v1/profile')).body).toEqual(before.body);
  });

  test('exactly 64 KiB is accepted', async () => {
    const body = JSON.stringify({ bio: 'x' });
    const answer = await patchProfile(`${body}${' '.repeat(64 * 1024 - body.length)}`);
    expect(answer.status).toBe(200);
  });

  test('escapes, null and a byte order mark are accepted', async () => {
    expect((await patchProfile(String.raw`{"bio":"a\u0062c"}`)).status).toBe(200);
    expect((await client.get('/v1/profile')).body.bio).toBe('abc');
    expect((await patchProfile('\u{feff}{"bio":"marked"}')).status).toBe(200);
    expect((await patchProfile('null')).status).toBe(200);
    expect((await client.get('/v1/profile')).body.bio).toBe('marked');
  });

  test('a missing body names every required field', async () => {
    const answer = await client.post('/v1/auth/claim', undefined, { cookie: 'pid_claim=something' });
    expect(answer.body).toEqual({ statusCode: 400, message: ['handle is required'] });
  });
});

describe('an error response is short', () => {
  const anonymous = service.client();
  const cases: [string, string, string, string][] = [
    [
      'an array that is too long',
      '/v1/session-keys/execute',
      `{"accounts":[${Array(20_000).fill('{}').join(',')}]}`,
      'accounts must have at most 24 entries',
    ],
    [
      'names that nobody knows',
      '/v1/auth/exchange',
      `{${Array.from({ length: 5000 }, (_, index) => `"n${index}":1`).join(',')}}`,
      'body must not have 5000 unknown fields',
    ],
    ['one long name', '/v1/auth/exchange', `{"${'n'.repeat(60_000)}":1}`, 'nnnnnnnn'],
    [
      'a text that is too long',
      '/v1/auth/exchange',
      `{"client_id":"${'x'.repeat(60_000)}"}`,
      'client_id must',
    ],
    [
      'as many faults as fit',
      '/v1/session-keys/execute',
      `{"accounts":[${Array(24).fill('{"a":1,"b":2,"c":3}').join(',')}]}`,
      'sessionAddress is required',
    ],
  ];
  test.each(cases)('%s', async (_name, path, body, sentence) => {
    const answer = await anonymous.send('POST', path, body, {});
    expect(answer.status).toBe(400);
    expect(answer.body.message.length).toBeLessThanOrEqual(20);
    expect(answer.body.message.join(' ')).toContain(sentence);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(8192);
  });
});

test('an array that is too long gets one error, and its entries are not checked', async () => {
  const body = `{"accounts":[${Array(20_000).fill('{}').join(',')}]}`;
  const answer = await service.client().send('POST', '/v1/session-keys/execute', body, {});
  expect(answer.body.message).toEqual(['accounts must have at most 24 entries']);
});

describe('paths and methods', () => {
  test('an unknown route returns 404 with a two-field body', async () => {
    const answer = await client.get('/v1/no-such-thing');
    expect(answer.body).toEqual({ statusCode: 404, message: 'Not Found' });
  });

  test.each([
    ['malformed', '{"a":', 'application/json'],
    ['of a type that nobody reads', 'x', 'text/plain'],
    ['larger than any may be', 'x'.repeat(100_000), 'application/json'],
  ])('an unknown route returns 404 also for a body that is %s', async (_name, body, contentType) => {
    const answer = await fetch(`${service.baseUrl}/v1/no-such-thing`, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
    });
    expect([answer.status, await answer.json()]).toEqual([404, { statusCode: 404, message: 'Not Found' }]);
  });

  test('responses with personal data are not cached, nor are refusals', async () => {
    for (const path of [
      '/v1/identity/me',
      '/v1/profile',
      '/v1/auth/sessions',
      '/v1/fiat/balance',
      '/v1/nowhere',
    ]) {
      const { headers } = await client.get(path);
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
    const refused = await service.client().get('/v1/identity/me');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  test('a wrong method returns 405 and the allowed methods', async () => {
    const answer = await client.post('/v1/identity/activity', {});
    expect(answer.body).toEqual({ statusCode: 405, message: 'Method Not Allowed' });
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test.each(METHODS.filter((method) => !['CONNECT', 'GET', 'HEAD', 'OPTIONS'].includes(method)))(
    'the method %s returns 405 where another is allowed, and 404 on an unknown path',
    async (method) => {
      for (const type of ['', 'Content-Type: application/json\r\n']) {
        const ask = async (path: string) =>
          (
            await sendRaw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${type}\r\n`)
          ).split(' ')[1];
        expect([await ask('/v1/identity/activity'), await ask('/no-such-page')]).toEqual(['405', '404']);
      }
    },
  );

  test('a path that cannot be decoded returns 404', async () => {
    const answer = await client.get('/v1/profiles/%E0%A4%A');
    expect(answer.body).toEqual({ statusCode: 404, message: 'Not Found' });
  });

  test('HEAD responds like GET without a body', async () => {
    const answer = await client.send('HEAD', '/v1/identity/me', undefined, {});
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  test('outside the API a browser gets a page, other clients a two-field JSON body', async () => {
    const page = await client.get('/no-such-page', { accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const plain = await client.get('/no-such-page');
    expect(plain.body).toEqual({ statusCode: 404, message: 'Not Found' });
  });
});

describe('malformed HTTP', () => {
  test('headers beyond the limit return 431 with the error body of the contract', async () => {
    const answer = await sendRaw(
      `GET /v1/identity/me HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(40_000)}\r\n\r\n`,
    );
    expect(answer).toContain('HTTP/1.1 431');
    expect(answer).toContain('{"statusCode":431,"message":"Request Header Fields Too Large"}');
  });

  test('garbage returns 400 with the error body of the contract', async () => {
    const answer = await sendRaw('NONSENSE\r\n\r\n');
    expect(answer).toContain('{"statusCode":400,"message":"Bad Request"}');
  });

  test('accepts HTTP/1.0', async () => {
    expect(await sendRaw('GET /healthz HTTP/1.0\r\n\r\n')).toContain('{"status":"ok"}');
  });

  test('responds to pipelined requests in order', async () => {
    const answer = await sendRaw(
      'GET /v1/a HTTP/1.1\r\nHost: x\r\nx-request-id: first\r\n\r\nGET /v1/b HTTP/1.1\r\nHost: x\r\nx-request-id: second\r\nConnection: close\r\n\r\n',
    );
    expect(answer.indexOf('x-request-id: first')).toBeGreaterThan(-1);
    expect(answer.indexOf('x-request-id: second')).toBeGreaterThan(answer.indexOf('x-request-id: first'));
  });
});

test('returns a valid request id, and creates one for an invalid one', async () => {
  expect((await client.get('/healthz', { 'x-request-id': 'abc-123' })).headers.get('x-request-id')).toBe(
    'abc-123',
  );
  const made = await Promise.all(
    Array.from({ length: 600 }, async () => {
      const { headers } = await client.get('/healthz', { 'x-request-id': 'a b<script>' });
      return headers.get('x-request-id') ?? '';
    }),
  );
  expect(made.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
  expect(new Set(made).size).toBe(made.length);
});
