import { describe, expect, it } from 'vitest';
import { text as english } from '../i18n/common.en.ts';
import { text as indonesian } from '../i18n/common.id.ts';
import { ApiError, NetworkError } from './api-error.ts';
import { describeError } from './describe-error.ts';

const say = (error: unknown) => describeError(error, english.errors);

describe('describeError', () => {
  it('gives each field its own sentence, the first one a field has', () => {
    const error = new ApiError(400, [
      'handle is already taken',
      'handle must be short',
      'origins[0] must be https',
    ]);
    expect(say(error)).toEqual({
      summary: english.errors.checkFields,
      fields: { handle: english.errors.taken, 'origins[0]': english.errors.invalidField },
    });
  });

  it.each([
    ['Unauthorized', 401, english.errors.signInAgain],
    ['No Identity found', 404, english.errors.noIdentity],
    ['Claim ticket expired, sign in again', 410, english.errors.claimExpired],
    ['No pending claim, sign in again', 400, english.errors.claimMissing],
    ['Identity suspended', 403, english.errors.suspended],
    ['Internal Server Error', 500, english.errors.server],
    ['Service Unavailable', 503, english.errors.busy],
    ['Not confirmed yet, send the same request again', 504, english.errors.notConfirmed],
  ])('words %s as a sentence of our own', (message, status, sentence) => {
    expect(say(new ApiError(status, message)).summary).toBe(sentence);
  });

  it.each([
    ['destination_refused; reason=mint', english.errors.toMint],
    ['fee_drifted; live="12400"; quoted="10000"', english.errors.feeRose],
    ['balance_refused; reason=vault_too_little; held="5"; needed="6"', english.errors.vaultTooLittle],
    ['wrong_nonce; given="3"; live="4"', english.errors.operationBusy],
    ['operation_superseded; nonce="3"', english.errors.overtaken],
  ])('words %s by its code, whatever the sentence', (header, sentence) => {
    expect(say(new ApiError(400, 'Any sentence', null, header)).summary).toBe(sentence);
  });

  it('says in the reader’s language what names amounts', () => {
    const poor = new ApiError(400, 'Insufficient balance: Rp10.100 needed, Rp500 available');
    expect(say(poor).summary).toContain('Rp10.100 are needed and you have Rp500');
    expect(describeError(poor, indonesian.errors).summary).toContain('perlu Rp10.100 dan kamu punya Rp500');
    const changed = new ApiError(
      409,
      "The total has changed: it is now Rp10.100, of which Rp100 are the service's fee and Rp0 the app's",
    );
    expect(say(changed).summary).toContain('changed to Rp10.100.');
  });

  it('passes on what the server worded for this very case', () => {
    const sentence = 'The fee is now Rp200, the total Rp100.200';
    expect(say(new ApiError(409, sentence)).summary).toBe(sentence);
  });

  it('says how long to wait when the server says so', () => {
    const error = new ApiError(429, 'ThrottlerException: Too Many Requests', 12);
    expect(say(error).summary).toContain('12 seconds');
    const untilMidnight = new ApiError(429, 'ThrottlerException: Too Many Requests', 67_009);
    expect(say(untilMidnight).summary).toContain('in 19 hours');
    expect(describeError(error, indonesian.errors).summary).toContain('12 detik');
  });

  it('tells a lost connection from a slow server and never shows a code or a stack', () => {
    expect(say(new NetworkError(false, null)).summary).toBe(english.errors.network);
    expect(say(new NetworkError(true, null)).summary).toBe(english.errors.timeout);
    expect(say(new TypeError('x is not a function')).summary).toBe(english.errors.unknown);
  });
});
