import { canonicalJson } from './canonical-json.ts';
import { concatBytes, equalBytes, utf8, type Bytes } from './bytes.ts';
import { sha256 } from '#sha256';

/** A request as a passkey confirms it: what would happen, and nothing about who asks or when. */
export interface ConfirmedRequest {
  readonly method: string;
  /** With the parameters in their place, percent-encoded. */
  readonly path: string;
  /** Every value as the text that stands in the address. */
  readonly query: Readonly<Record<string, string>>;
  /** Null when none is sent. */
  readonly body: unknown;
}

const STEP_UP_RANDOM_BYTES = 32;
const PREAMBLE = utf8('PID:STEPUP\0');

/** `{id}` in the declared path replaced by what is asked for: `/v1/apps/{client_id}` becomes `/v1/apps/app_1`. */
export function concretePath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new RangeError(`the path needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** What a step-up challenge says about the request: sha256 of the canonical JSON of [method, path, query, body]. */
export function stepUpSubject(request: ConfirmedRequest): Bytes {
  const { method, path, query, body } = request;
  return sha256(utf8(canonicalJson([method, path, query, body ?? null])));
}

/**
 * Whether a challenge confirms just this request: `PID:STEPUP\0` ‖ subject ‖ 32 random bytes. Pages ask this before they ask
 * anybody to touch a key, so that no answer of a server makes a finger confirm something else.
 */
export function isStepUpChallenge(challenge: Uint8Array, request: ConfirmedRequest): boolean {
  const expected = concatBytes(PREAMBLE, stepUpSubject(request));
  return (
    challenge.length === expected.length + STEP_UP_RANDOM_BYTES &&
    equalBytes(challenge.subarray(0, expected.length), expected)
  );
}
