import { errorTable } from '@pid/contract';
import { Refusal } from '@pid/contract/client';
import { describe, expect, it } from 'vitest';
import { text as common } from '../i18n/common.en.ts';
import { sayOf } from '../i18n/error-sentence.ts';
import { text as english } from '../i18n/errors.en.ts';
import { text as indonesian } from '../i18n/errors.id.ts';
import { PasskeyError } from '../passkeys/passkey-error.ts';
import { describeError } from './describe-error.ts';
import { NetworkError } from './errors.ts';

function refusal(
  status: number,
  header: string,
  given: { messages?: string[]; retryAfter?: string } = {},
): Refusal {
  const headers = new Headers({ 'pid-error': header });
  if (given.retryAfter !== undefined) headers.set('retry-after', given.retryAfter);
  return new Refusal(
    { status, statusText: '', headers },
    { statusCode: status, message: given.messages ?? 'No' },
  );
}

const say = (error: unknown) => describeError(error, common.errors, english);
const sayIndonesian = (error: unknown) => describeError(error, common.errors, indonesian);

describe('every refusal of the contract', () => {
  it.each(Object.keys(errorTable) as (keyof typeof errorTable)[])(
    '%s has a text in both languages',
    (code) => {
      const [here, there] = [sayOf(english[code], {}), sayOf(indonesian[code], {})];
      expect(here).toMatch(/\S/u);
      expect(there).toMatch(/\S/u);
      expect(there).not.toBe(here);
    },
  );

  it('there are no texts for other codes', () => {
    expect(Object.keys(english).filter((code) => !(code in errorTable))).toEqual([]);
  });
});

describe('describeError', () => {
  it('gives each field a separate sentence', () => {
    const messages = ['name must be short', 'name must be polite', 'origins[0] must be https'];
    expect(say(refusal(400, 'validation_failed', { messages }))).toEqual({
      summary: english.validation_failed,
      fields: { name: common.errors.invalidField, 'origins[0]': common.errors.invalidField },
    });
    expect(say(refusal(400, 'handle_taken', { messages: ['handle is already taken'] })).fields).toEqual({
      handle: english.handle_taken,
    });
  });

  it('formats amounts in the player’s language', () => {
    const poor = refusal(400, 'insufficient_balance; needed=10100; available=500');
    expect(say(poor).summary).toContain('you need Rp10,100 and have Rp500');
    expect(sayIndonesian(poor).summary).toContain('perlu Rp10.100 dan kamu punya Rp500');
    expect(say(refusal(409, 'quote_changed; total=10100')).summary).toContain('changed to Rp10,100.');
  });

  it('uses the reason, and a general sentence for an unknown reason', () => {
    expect(say(refusal(400, 'destination_refused; reason=mint')).summary).toContain('token itself');
    expect(sayIndonesian(refusal(400, 'destination_refused; reason=mint')).summary).toContain(
      'tokennya sendiri',
    );
    expect(say(refusal(400, 'destination_refused; reason=toString')).summary).toContain(
      'belongs to a program',
    );
  });

  it('says how long to wait if the server does', () => {
    expect(say(refusal(429, 'too_many_requests', { retryAfter: '12' })).summary).toContain('12 seconds');
    expect(say(refusal(429, 'too_many_requests', { retryAfter: '67009' })).summary).toContain('in 19 hours');
    expect(sayIndonesian(refusal(429, 'too_many_requests', { retryAfter: '12' })).summary).toContain(
      '12 detik',
    );
  });

  it('uses the status for an unknown code, for a proxy’s response and before the texts have loaded', () => {
    expect(say(refusal(404, 'brand_new')).summary).toBe(common.errors.notFound);
    expect(say(refusal(400, 'constructor')).summary).toBe(common.errors.unknown);
    expect(say(refusal(502, '')).summary).toBe(common.errors.busy);
    expect(say(refusal(500, '')).summary).toBe(common.errors.server);
    expect(describeError(refusal(401, 'unauthorized'), common.errors, null).summary).toBe(
      common.errors.signInAgain,
    );
  });

  it('distinguishes a lost connection from a slow server and never shows a code or a stack', () => {
    expect(say(new NetworkError(false, null)).summary).toBe(common.errors.network);
    expect(say(new NetworkError(true, null)).summary).toBe(common.errors.timeout);
    expect(say(new PasskeyError('cancelled')).summary).toBe(common.errors.passkeyCancelled);
    expect(say(new TypeError('x is not a function')).summary).toBe(common.errors.unknown);
  });
});
