import type { IncomingMessage } from 'node:http';
import { refuse } from '../errors/index.ts';

export const bodyBytesMax = 64 * 1024;
const firstBytes = 1024;

type BodyTaken = (refusal: Error | null, bytes: Buffer) => void;

/** A body on its way. Asked once, it calls back when the last byte is there, and never for a client that goes away before that. */
export type CollectedBody = (taken: BodyTaken) => void;

const nothing = Buffer.alloc(0);

/**
 * Copies what arrives into one buffer, because each piece of a body is an object of several hundred bytes however little it holds: kept
 * as they come, 64 KiB in chunks of one byte are 24 MB. Begun before the request is judged, so that nothing piles up meanwhile.
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
    // The usual case: a whole body in one piece is taken as it is.
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

/** Doubled each time, so that old and new together never hold more than one and a half of the limit. */
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
