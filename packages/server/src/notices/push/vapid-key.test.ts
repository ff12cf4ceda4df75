import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveVapidKey, vapidSubject } from './vapid-key.ts';

test('the same secret gives the same pair, also if the secret itself is no private key', () => {
  for (const secret of [Buffer.alloc(32, 7), Buffer.alloc(32, 0xff)]) {
    const { publicKey, privateKey } = deriveVapidKey(secret);
    expect(deriveVapidKey(secret)).toEqual({ publicKey, privateKey });
    const point = Buffer.from(publicKey, 'base64url');
    expect([point.length, point[0]]).toEqual([65, 4]);
    const x = point.subarray(1, 33).toString('base64url');
    const y = point.subarray(33).toString('base64url');
    const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y } });
    expect(createPublicKey(key).export({ format: 'jwk' })).toMatchObject({ x, y });
  }
});

test.each([
  ['help@pid.example', 'https://pid.example', 'mailto:help@pid.example'],
  ['https://pid.example/contact', 'https://pid.example', 'https://pid.example/contact'],
  ['+62 800 1234', 'https://pid.example', 'https://pid.example'],
  [null, 'https://pid.example', 'https://pid.example'],
  [null, 'http://localhost:4100', 'mailto:development@pid.example'],
])('the contact %j of %s is %s', (contact, baseUrl, subject) => {
  expect(vapidSubject(contact, new URL(baseUrl))).toBe(subject);
});
