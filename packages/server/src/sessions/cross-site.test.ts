import { describe, expect, test } from 'vitest';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();

describe('cross-site requests', () => {
  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a null origin', { origin: 'null' }],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a look-alike origin', { origin: `http://localhost.evil.example` }],
    ['another port', { origin: 'http://localhost:1' }],
  ])('with cookies from %s are refused, including reads', async (_name, headers) => {
    const { client } = await newPlayer(service);
    const refusal = { statusCode: 403, message: 'Cross-origin request refused' };
    expect((await client.get('/v1/identity/me', headers)).body).toEqual(refusal);
    expect((await client.post('/v1/auth/refresh', undefined, headers)).body).toEqual(refusal);
    expect((await client.delete('/v1/auth/sessions', undefined, headers)).body).toEqual(refusal);
  });

  test('from PID’s own pages and from clients that are not browsers are accepted', async () => {
    const { client } = await newPlayer(service);
    expect(
      (await client.get('/v1/identity/me', { origin: service.baseUrl, 'sec-fetch-site': 'same-origin' }))
        .status,
    ).toBe(200);
    expect((await client.get('/v1/identity/me')).status).toBe(200);
  });
});
