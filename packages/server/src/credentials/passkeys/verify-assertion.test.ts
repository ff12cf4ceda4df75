import { createHash, randomBytes, verify } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/searches.ts';
import { createSoftPasskey, derOf, type Overrides, type SoftAssertion } from '../../../test/soft-passkey.ts';
import { ServiceError } from '../../platform/errors/index.ts';
import { compressPoint, lowSignatureOf, publicKeyOf } from './p256.ts';
import { verifyAssertion, type AssertionInput } from './verify-assertion.ts';

const origin = 'https://pid.example';
const rpId = 'pid.example';
const challenge = randomBytes(32);
const device = createSoftPasskey({ origin, counter: 5 });
const stranger = createSoftPasskey({ origin });
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function inputOf(assertion: SoftAssertion, changes: Partial<AssertionInput['passkey']> = {}): AssertionInput {
  const passkey = {
    credentialId: device.credentialId,
    compressedKey: device.publicKey,
    counter: 5,
    backupEligible: false,
    ...changes,
  };
  return { passkey, assertion, challenge, rpId, origin };
}

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `${error.code}: ${String(error.publicMessage)}`;
  }
}

test('accepts a valid assertion and returns a low-S signature over the same bytes', () => {
  const assertion = device.assert(challenge, { counter: 6 });
  const verified = verifyAssertion(inputOf(assertion));
  expect(verified).toMatchObject({ counter: 6, backedUp: false });
  expect(verified.signature).toHaveLength(64);
  const signed = Buffer.concat([
    verified.authenticatorData,
    createHash('sha256').update(verified.clientDataJSON).digest(),
  ]);
  expect(
    verify(
      'sha256',
      signed,
      { key: publicKeyOf(device.publicKey), dsaEncoding: 'ieee-p1363' },
      verified.signature,
    ),
  ).toBe(true);
});

describe('each rule refuses a violation', () => {
  const head = (text: string) =>
    `{"type":"webauthn.get","challenge":"${challenge.toString('base64url')}","origin":"${origin}"${text}`;
  const cases: [name: string, overrides: Overrides, sentence: string][] = [
    ['a registration instead of an assertion', { type: 'webauthn.create' }, 'not of type webauthn.get'],
    ['another challenge', { challenge: randomBytes(32) }, 'another challenge'],
    [
      'a challenge that begins with ours',
      { challenge: Buffer.concat([challenge, Buffer.from([0])]) },
      'another challenge',
    ],
    [
      'a challenge with padding',
      { challenge: `${challenge.toString('base64url')}=` },
      'not unpadded base64url',
    ],
    ['another origin', { origin: 'https://evil.example' }, 'another origin'],
    ['another port', { origin: `${origin}:8443` }, 'another origin'],
    ['a trailing slash in the origin', { origin: `${origin}/` }, 'another origin'],
    ['a subdomain', { origin: 'https://a.pid.example' }, 'another origin'],
    ['http instead of https', { origin: 'http://pid.example' }, 'another origin'],
    ['a frame in another site', { crossOrigin: true }, 'frame of another site'],
    ['a frame that only names its top', { topOrigin: 'https://evil.example' }, 'frame of another site'],
    [
      'crossOrigin that is no boolean',
      { clientData: head(',"crossOrigin":"true"}') },
      'frame of another site',
    ],
    ['another rpId', { rpId: 'evil.example' }, 'another site'],
    ['user presence missing', { userPresent: false }, 'not present'],
    ['user verification missing', { userVerified: false }, 'not verified'],
    ['backup eligibility gained', { backupEligible: true }, 'backup eligibility has changed'],
    ['backed up without being eligible', { backedUp: true }, 'backup flags contradict'],
    ['a counter that fell', { counter: 4 }, 'counter went back'],
    ['a counter that fell to zero', { counter: 0 }, 'counter went back'],
    ['somebody else’s key', { signer: stranger }, 'signature is invalid'],
    ['another credential id', { id: stranger.credentialId }, 'from another passkey'],
    ['attested credential data announced', { flipFlags: 0x40 }, 'contains a credential'],
    ['extensions announced and missing', { flipFlags: 0x80 }, 'wrong length'],
    ['bytes after the counter', { extensions: Buffer.from([0xa0]), flipFlags: 0x80 }, 'wrong length'],
    ['clientDataJSON that is no JSON', { clientData: 'hello' }, 'is not JSON'],
    ['clientDataJSON that is a list', { clientData: '[]' }, 'is not an object'],
    ['clientDataJSON that is null', { clientData: 'null' }, 'is not an object'],
    [
      'a challenge that is a number',
      { clientData: `{"type":"webauthn.get","challenge":1,"origin":"${origin}"}` },
      'lacks type',
    ],
    [
      'the challenge under another key',
      {
        clientData: `{"type":"webauthn.get","Challenge":"${challenge.toString('base64url')}","origin":"${origin}"}`,
      },
      'lacks type',
    ],
    ['a second challenge after ours', { clientData: head(',"challenge":"AAAA"}') }, 'another challenge'],
    ['an empty signature sequence', { signature: Buffer.from([0x30, 0]) }, 'not a DER'],
  ];
  test.each(cases)('%s', (_name, overrides, sentence) => {
    const assertion = device.assert(challenge, { counter: 6, ...overrides });
    expect(codeOf(() => verifyAssertion(inputOf(assertion)))).toContain(sentence);
  });

  test('accepts the same assertions for a passkey with matching properties', () => {
    const synced = device.assert(challenge, { counter: 0, backupEligible: true, backedUp: true });
    expect(verifyAssertion(inputOf(synced, { counter: 0, backupEligible: true })).backedUp).toBe(true);
    const extended = device.assert(challenge, { counter: 6, extensions: Buffer.from([0xa0]) });
    expect(codeOf(() => verifyAssertion(inputOf(extended)))).toBe('accepted');
  });

  test('lost backup eligibility', () => {
    const assertion = device.assert(challenge, { counter: 0 });
    expect(codeOf(() => verifyAssertion(inputOf(assertion, { counter: 0, backupEligible: true })))).toContain(
      'backup eligibility has changed',
    );
  });

  test('a fallen counter has its own error code, only after a valid signature', () => {
    expect(codeOf(() => verifyAssertion(inputOf(device.assert(challenge, { counter: 1 }))))).toMatch(
      /^passkey_counter_fell/,
    );
    expect(
      codeOf(() => verifyAssertion(inputOf(device.assert(challenge, { counter: 1, signer: stranger })))),
    ).toMatch(/^passkey_refused/);
  });
});

test('accepts a counter that stays at zero and the highest 32-bit counter', () => {
  expect(
    codeOf(() => verifyAssertion(inputOf(device.assert(challenge, { counter: 0 }), { counter: 0 }))),
  ).toBe('accepted');
  expect(verifyAssertion(inputOf(device.assert(challenge, { counter: 0xffffffff }))).counter).toBe(
    0xffffffff,
  );
});

test('accepts an unchanged counter', () => {
  const assertion = device.assert(challenge, { counter: 5 });
  expect(codeOf(() => verifyAssertion(inputOf(assertion)))).toBe('accepted');
});

test('accepts high-S and low-S signatures and returns the same low-S form', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom('low-s' as const, 'high-s' as const),
      (bytes, signatureForm) => {
        const assertion = device.assert(bytes, { counter: 6, signatureForm });
        const { signature } = verifyAssertion({ ...inputOf(assertion), challenge: bytes });
        const s = BigInt(`0x${signature.subarray(32).toString('hex')}`);
        expect(s <= order / 2n).toBe(true);
      },
    ),
    runs(25, 100),
  );
});

test('returns the tail of a canonical clientDataJSON and none for a deviating one', () => {
  const tailOf = (overrides: Overrides) =>
    verifyAssertion(
      inputOf(device.assert(challenge, { counter: 6, ...overrides })),
    ).clientDataTail?.toString();
  const c = challenge.toString('base64url');
  expect(tailOf({})).toBe(',"crossOrigin":false}');
  expect(tailOf({ clientData: `{"type":"webauthn.get","challenge":"${c}","origin":"${origin}"}` })).toBe('}');
  expect(
    tailOf({ clientData: `{"challenge":"${c}","type":"webauthn.get","origin":"${origin}"}` }),
  ).toBeUndefined();
  expect(
    tailOf({ clientData: `{"type": "webauthn.get","challenge":"${c}","origin":"${origin}"}` }),
  ).toBeUndefined();
  expect(
    tailOf({
      clientData: `{"type":"webauthn.get","challenge":"${c}","origin":"${origin.replace('p', String.raw`\u0070`).replace('h', String.raw`\u0068`)}"}`,
    }),
  ).toBeUndefined();
});

test('refuses any malformed input without another error', () => {
  const honest = device.assert(challenge, { counter: 6 });
  const text = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
    fc.constantFrom(...Object.values(honest)),
  );
  const { id, signature, authenticatorData, clientDataJSON } = honest;
  const inHonestOrder = { id, signature, authenticatorData, clientDataJSON };
  const clientData = fc.json().map((json) => Buffer.from(json).toString('base64url'));
  const anything = fc.record({
    id: fc.oneof(fc.constant(honest.id), text),
    signature: text,
    authenticatorData: text,
    clientDataJSON: fc.oneof(text, clientData),
  });
  fc.assert(
    fc.property(anything, (assertion) => {
      fc.pre(JSON.stringify(assertion) !== JSON.stringify(inHonestOrder));
      // Any error other than a refusal would escape from `codeOf` and fail the run.
      expect(codeOf(() => verifyAssertion(inputOf(assertion)))).toMatch(/^passkey_refused/);
    }),
    runs(300, 3000),
  );
});

test('refuses a valid assertion with any single byte changed', () => {
  const honest = device.assert(challenge, { counter: 6, signatureForm: 'low-s' });
  const field = fc.constantFrom(
    'authenticatorData' as const,
    'clientDataJSON' as const,
    'signature' as const,
  );
  fc.assert(
    fc.property(field, fc.nat(), fc.integer({ min: 1, max: 255 }), (name, at, mask) => {
      const bytes = Buffer.from(honest[name], 'base64url');
      const place = at % bytes.length;
      bytes[place] = bytes[place]! ^ mask;
      expect(
        codeOf(() => verifyAssertion(inputOf({ ...honest, [name]: bytes.toString('base64url') }))),
      ).not.toBe('accepted');
    }),
    runs(150, 1000),
  );
});

test('refuses base64url with stray bits', () => {
  const honest = device.assert(challenge, { counter: 6 });
  const last = honest.authenticatorData.at(-1)!;
  const stray = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const twin = `${honest.authenticatorData.slice(0, -1)}${stray[stray.indexOf(last) ^ 1]}`;
  expect(Buffer.from(twin, 'base64url').equals(Buffer.from(honest.authenticatorData, 'base64url'))).toBe(
    true,
  );
  expect(codeOf(() => verifyAssertion(inputOf({ ...honest, authenticatorData: twin })))).toContain(
    'not unpadded base64url',
  );
});

describe('DER', () => {
  const valid = device.sign(Buffer.from('x'), 'low-s');
  const r = Buffer.alloc(32, 1);
  const cases: [string, Buffer][] = [
    ['one byte too long', Buffer.concat([valid, Buffer.from([0])])],
    ['one byte too short', valid.subarray(0, -1)],
    ['long-form length', Buffer.concat([Buffer.from([0x30, 0x81]), valid.subarray(1)])],
    ['r of zero', derOf(Buffer.alloc(32), r)],
    ['s of zero', derOf(r, Buffer.alloc(32))],
    ['s equal to the order', derOf(r, Buffer.from(order.toString(16), 'hex'))],
    ['a negative integer', Buffer.from('3006020180020101', 'hex')],
    ['a padded integer', Buffer.from('300702020001020101', 'hex')],
    ['an integer without bytes', Buffer.from('30050200020101', 'hex')],
    ['three integers', Buffer.from('3009020101020101020101', 'hex')],
    ['raw r and s', randomBytes(64)],
  ];
  test.each(cases)('%s is refused', (_name, der) => {
    expect(codeOf(() => lowSignatureOf(der))).toContain('not a DER');
  });
});

describe('points', () => {
  test('OpenSSL expands the compressed form to the same point', () => {
    const { x, y } = device.point;
    const compressed = compressPoint(x, y);
    expect(compressed).toHaveLength(33);
    const jwk = publicKeyOf(compressed).export({ format: 'jwk' });
    expect([jwk.x, jwk.y]).toEqual([x.toString('base64url'), y.toString('base64url')]);
  });
  test.each([
    ['off the curve', device.point.x, Buffer.alloc(32, 7)],
    ['the origin', Buffer.alloc(32), Buffer.alloc(32)],
    ['coordinates beyond the field', Buffer.alloc(32, 0xff), Buffer.alloc(32, 0xff)],
    ['31 bytes', device.point.x.subarray(1), device.point.y],
  ])('%s is refused', (_name, x, y) => {
    expect(codeOf(() => compressPoint(x, y))).toContain('not a point on P-256');
  });
});
