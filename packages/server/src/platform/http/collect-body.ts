import type { IncomingMessage } from 'node:http';
import { refuse } from '../errors/index.ts';

export const bodyBytesMax = 64 * 1024;
const firstBytes = 1024;

type BodyTaken = (refusal: Error | null, bytes: Buffer) => void;

/**
 * A body that is still arriving. Calls back once, when the last byte has arrived; never if the client
 * disconnects before.
 */
export type CollectedBody = (taken: BodyTaken) => void;

const nothing = Buffer.alloc(0);

/**
 * Copies the pieces of a body into one buffer. Each piece is an object of several hundred bytes, however
 * small: 64 KiB kept in chunks of one byte would take 24 MB. Starts before the request is judged, so that
 * nothing accumulates meanwhile.
 */
export function collectBody(payload: IncomingMessage): CollectedBody {
  const declared = Number(payload.headers['content-length']);
  let bytes: Buffer = nothing;
  let length = 0;
  let outcome: { refusal: Error | null } | null = null;
  let waiting: BodyTaken | null = null;

  function settle(refusal: Error | null): void {
    if (outcome) return;
    outcome = { refusal };
    if (refusal) bytes = nothing;
    if (waiting) deliver(waiting, refusal);
  }
  function deliver(taken: BodyTaken, refusal: Error | null): void {
    taken(refusal, bytes.subarray(0, refusal ? 0 : length));
  }
  function take(chunk: Buffer): void {
    if (outcome) return;
    const needed = length + chunk.length;
    if (needed > bodyBytesMax) return settle(refuse('body_too_large'));
    // The usual case: a body that arrives in one piece is used without copying.
    if (length === 0 && needed === declared) bytes = chunk;
    else {
      if (needed > bytes.length) bytes = grown(bytes, length, needed);
      chunk.copy(bytes, length);
    }
    length = needed;
  }

  if (declared > bodyBytesMax) settle(refuse('body_too_large'));
  payload.on('data', take);
  payload.on('end', () => settle(null));
  return (taken) => {
    if (outcome) deliver(taken, outcome.refusal);
    else waiting = taken;
  };
}

/** Doubles each time, so that old and new buffer together never exceed one and a half times the limit. */
function grown(bytes: Buffer, length: number, needed: number): Buffer {
  const size = Math.min(bodyBytesMax, Math.max(firstBytes, needed, bytes.length * 2));
  const larger = Buffer.allocUnsafeSlow(size);
  bytes.copy(larger, 0, 0, length);
  return larger;
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}
