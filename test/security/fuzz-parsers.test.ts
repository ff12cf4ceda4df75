import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/searches.ts';
import { linkProgram } from '../../packages/program/linker/link-program.ts';
import { LinkError, parseElfObject } from '../../packages/program/linker/elf-object.ts';
import { canonicalTail, readClientData } from '../../packages/server/src/credentials/passkeys/client-data.ts';
import { ServiceError } from '../../packages/server/src/platform/errors/index.ts';
import { parseTransaction } from '@pid/dev-chain';
import { readSingleCookie } from '../../packages/server/src/platform/http/cookies.ts';
import { cursorForms, decodeCursor, encodeCursor } from '../../packages/server/src/platform/http/cursor.ts';
import {
  isLoopbackOrigin,
  matchReturnAddress,
  normaliseOrigin,
} from '../../packages/server/src/relying-parties/origin-rules.ts';
import {
  airdrop,
  base64,
  newSigner,
  testChain,
  transferWire,
} from '../../packages/server/test/chain-helper.ts';

const manyRuns = runs(300, 2000);

/** True if the work throws a ServiceError with a 4xx status. Any other error fails the property. */
function refused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof ServiceError && error.statusCode < 500) return true;
    throw error;
  }
}

describe('origins', () => {
  const piece = fc.constantFrom(
    'https://',
    'http://',
    '//',
    '\\',
    '/',
    '@',
    ':',
    '#',
    '?',
    '.',
    '%2e',
    '。',
    'game.example',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'evil.example',
    '443',
    '0',
    ' ',
    '\t',
    '\0',
    'xn--',
    '*',
  );
  const address = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  );

  test('accepts only https or loopback origins, in the form that a browser sends', () => {
    fc.assert(
      fc.property(address, (text) => {
        const origin = normaliseOrigin(text);
        if (origin === null) return;
        expect(new URL(origin).origin).toBe(origin);
        expect(origin).toMatch(/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/);
        expect(normaliseOrigin(origin)).toBe(origin);
      }),
      manyRuns,
    );
  });

  test('accepts a return address only on a listed origin or on loopback, as the browser parses it', () => {
    fc.assert(
      fc.property(address, (text) => {
        const match = matchReturnAddress(text, ['https://game.example']);
        if (match === null) return;
        const { origin, username, hash } = new URL(match.href);
        expect(origin === 'https://game.example' || isLoopbackOrigin(origin)).toBe(true);
        expect([username, hash]).toEqual(['', '']);
      }),
      manyRuns,
    );
  });
});

describe('clientDataJSON', () => {
  const encoded = fc.oneof(
    fc.string(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc
      .record(
        { type: fc.string(), challenge: fc.base64String(), origin: fc.string(), crossOrigin: fc.anything() },
        { requiredKeys: [] },
      )
      .map((data) => Buffer.from(JSON.stringify(data) ?? '').toString('base64url')),
  );

  test('any input is parsed completely or refused, and the tail always consists of the last bytes', () => {
    fc.assert(
      fc.property(encoded, (text) => {
        refused(() => {
          const data = readClientData(text);
          const tail = canonicalTail(data);
          if (tail) expect(data.bytes.subarray(data.bytes.length - tail.length).equals(tail)).toBe(true);
        });
      }),
      manyRuns,
    );
  });
});

describe('cursors', () => {
  test('are decoded to the encoded values; other input is refused', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (uuid, number) => {
        expect(decodeCursor(encodeCursor([uuid, number]), [cursorForms.uuid, cursorForms.number])).toEqual([
          uuid,
          String(number),
        ]);
      }),
      manyRuns,
    );
    const anything = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
    );
    fc.assert(
      fc.property(anything, (text) => {
        refused(() => {
          for (const part of decodeCursor(text, [cursorForms.dateTime, cursorForms.uuid]) ?? [])
            expect(typeof part).toBe('string');
        });
      }),
      manyRuns,
    );
  });
});

describe('cookies', () => {
  const name = fc.constantFrom('pid_access', 'pid_accessory', 'xpid_access', 'pid_refresh', 'a');
  const value = fc.stringMatching(/^[\w.=-]{0,12}$/);
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 6 });
  const between = fc.constantFrom(';', '; ', ';  ');

  test('returns a cookie that was sent once, and none that was sent twice, for any other cookies', () => {
    fc.assert(
      fc.property(pairs, between, (sent, glue) => {
        const header = sent.map(([key, text]) => `${key}=${text}`).join(glue);
        const ours = sent.filter(([key]) => key === 'pid_access');
        expect(readSingleCookie(header, 'pid_access')).toBe(ours.length === 1 ? ours[0]![1] : null);
      }),
      manyRuns,
    );
    fc.assert(
      fc.property(fc.string(), (header) => void readSingleCookie(header, 'pid_access')),
      manyRuns,
    );
  });
});

describe('the chain', () => {
  test('refuses bytes that are not a transaction with an error and without a hang', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1400 }), (bytes) => {
        try {
          expect(parseTransaction(bytes).wire).toBe(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      manyRuns,
    );
  });

  test('responds to any request with a JSON-RPC reply, and refuses a signed transfer with any changed byte', async () => {
    const chain = await testChain();
    const [from, to] = [newSigner(), newSigner()];
    await airdrop(chain, from.address, 5_000_000_000n);
    const methods = fc.constantFrom(
      'getBalance',
      'getAccountInfo',
      'getMultipleAccounts',
      'getSignatureStatuses',
      'getTransaction',
      'sendTransaction',
      'simulateTransaction',
      'getLatestBlockhash',
      'getFeeForMessage',
      'requestAirdrop',
      'nonsense',
      '__proto__',
    );
    const parameter = fc.oneof(
      fc.jsonValue(),
      fc.constant(from.address),
      fc.base64String(),
      fc.constant({ encoding: 'base64' }),
    );
    await fc.assert(
      fc.asyncProperty(
        methods,
        fc.oneof(fc.array(parameter, { maxLength: 3 }), fc.jsonValue()),
        async (method, params) => {
          const reply = await chain.access.answer({ jsonrpc: '2.0', id: 1, method, params });
          expect(Object.keys(reply).toSorted()).toEqual(
            reply.error ? ['error', 'id', 'jsonrpc'] : ['id', 'jsonrpc', 'result'],
          );
        },
      ),
      runs(100, 500),
    );
    const wire = await transferWire(chain, from, to.address, 1_000_000n);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = Uint8Array.from(wire);
        changed[at % wire.length]! ^= mask;
        const reply = await chain.access.answer({
          jsonrpc: '2.0',
          id: 1,
          method: 'sendTransaction',
          params: [base64(changed), { encoding: 'base64' }],
        });
        expect(reply.error).toBeDefined();
      }),
      runs(60, 300),
    );
  });
});

describe('the linker', () => {
  const header = Buffer.alloc(64);
  header.writeUInt32BE(0x7f454c46);
  header[4] = 2;
  header[5] = 1;
  header.writeUInt16LE(1, 16);
  header.writeUInt16LE(247, 18);

  test('throws an error for a file that is not a valid object, and never links it', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 600 }),
      fc
        .uint8Array({ minLength: 24, maxLength: 900 })
        .map((tail) => Buffer.concat([header.subarray(0, 40), Buffer.from(tail)])),
    );
    fc.assert(
      fc.property(bytes, (file) => {
        for (const work of [
          () => parseElfObject(file),
          () => linkProgram(file, { entrypoint: 'entrypoint' } as never),
        ]) {
          try {
            work();
          } catch (error) {
            expect(error instanceof LinkError || error instanceof RangeError).toBe(true);
            continue;
          }
          expect(work.toString()).not.toContain('linkProgram');
        }
      }),
      manyRuns,
    );
  });
});
