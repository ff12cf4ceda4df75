import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson, concretePath, isStepUpChallenge, stepUpSubject, utf8 } from '../src/index.ts';

test('canonical JSON sorts members by UTF-16 code units and writes numbers as ECMAScript does (RFC 8785)', () => {
  const input = JSON.parse(
    String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
  );
  expect(Object.values(JSON.parse(canonicalJson(input)) as object)).toHaveLength(7);
  expect([...canonicalJson(input).matchAll(/:"([^"]+)"/g)].map(([, name]) => name)).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
  expect(canonicalJson(JSON.parse('[333333333.33333329, 1E30, 4.50, 2e-3, 1e-27, -0]'))).toBe(
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  );
  expect(canonicalJson({ b: [1, { d: null, c: undefined }], a: 'ä"\n' })).toBe(
    String.raw`{"a":"ä\"\n","b":[1,{"d":null}]}`,
  );
});

test('canonical JSON refuses values without a canonical text', () => {
  const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  expect(canonicalJson(deep(60))).toContain('[[');
  for (const value of [deep(100), Number.POSITIVE_INFINITY, '\ud800', { '\udc00': 1 }, undefined]) {
    expect(() => canonicalJson(value)).toThrow(RangeError);
  }
});

test('a step-up challenge confirms one method, path, query and body, and no other request', () => {
  const request = {
    method: 'DELETE',
    path: concretePath('/v1/apps/{client_id}', { client_id: 'app_1/..' }),
    query: { b: '2', a: '1' },
    body: null,
  };
  expect(request.path).toBe('/v1/apps/app_1%2F..');
  const text = '["DELETE","/v1/apps/app_1%2F..",{"a":"1","b":"2"},null]';
  expect(Buffer.from(stepUpSubject(request))).toEqual(createHash('sha256').update(text).digest());
  const challenge = Buffer.concat([utf8('PID:STEPUP\0'), stepUpSubject(request), Buffer.alloc(32, 7)]);
  expect(isStepUpChallenge(challenge, request)).toBe(true);
  const others = [
    { ...request, method: 'POST' },
    { ...request, path: '/v1/apps/app_2' },
    { ...request, query: {} },
    { ...request, body: {} },
  ];
  for (const other of others) expect(isStepUpChallenge(challenge, other)).toBe(false);
  expect(isStepUpChallenge(challenge.subarray(1), request)).toBe(false);
  expect(isStepUpChallenge(Buffer.concat([challenge, Buffer.alloc(1)]), request)).toBe(false);
  expect(() => concretePath('/v1/apps/{client_id}', {})).toThrow(RangeError);
});
