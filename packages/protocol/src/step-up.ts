import { canonicalJson } from './canonical-json.ts';
import { concatBytes, equalBytes, utf8, type Bytes } from './bytes.ts';
import { sha256 } from '#sha256';

/** A request as a passkey confirms it: its effect, without the caller or the time. */
export interface ConfirmedRequest {
  readonly method: string;
  /** With its parameters filled in, percent-encoded. */
  readonly path: string;
  /** Each value as the text in the URL. */
  readonly query: Readonly<Record<string, string>>;
  /** Null if the request has no body. */
  readonly body: unknown;
}

const STEP_UP_RANDOM_BYTES = 32;
const PREAMBLE = utf8('PID:STEPUP\0');

/** Fills the parameters into a declared path: `/v1/apps/{client_id}` becomes `/v1/apps/app_1`. */
export function concretePath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new RangeError(`the path needs ${name}`);
    return encodeURIComponent(value);
  });
}

/**
 * Returns the part of a step-up challenge that identifies the request: sha256 of the canonical JSON of
 * [method, path, query, body].
 */
export function stepUpSubject(request: ConfirmedRequest): Bytes {
  const { method, path, query, body } = request;
  return sha256(utf8(canonicalJson([method, path, query, body ?? null])));
}

/**
 * Returns whether a challenge confirms exactly this request: `PID:STEPUP\0` ‖ subject ‖ 32 random bytes.
 * Pages check this before they ask for the passkey, so that no response of a server can make the player
 * confirm another request.
 */
export function isStepUpChallenge(challenge: Uint8Array, request: ConfirmedRequest): boolean {
  const expected = concatBytes(PREAMBLE, stepUpSubject(request));
  return (
    challenge.length === expected.length + STEP_UP_RANDOM_BYTES &&
    equalBytes(challenge.subarray(0, expected.length), expected)
  );
}
