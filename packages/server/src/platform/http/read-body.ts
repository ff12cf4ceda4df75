import type { IncomingMessage } from 'node:http';
import { commonErrors } from '../errors/index.ts';
import { LeanRequest } from './lean-messages.ts';

export const bodyBytesMax = 64 * 1024;

export type BodyRead = (error: Error | null, body: Buffer) => void;

/** The whole body, or why it is not taken. When the client goes away before its end nobody is told: nobody waits for an answer. */
export function readBody(payload: IncomingMessage, done: BodyRead): void {
  if (Number(payload.headers['content-length']) > bodyBytesMax) return refuse(done);
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer | null) => {
    const wasRefused = length > bodyBytesMax;
    if (wasRefused) return;
    if (chunk === null) return done(null, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    length += chunk.length;
    if (length > bodyBytesMax) refuse(done);
    else chunks.push(chunk);
  };
  if (payload instanceof LeanRequest && payload.takeBody(take)) return;
  payload.on('data', take);
  payload.on('end', () => take(null));
}

function refuse(done: BodyRead): void {
  done(commonErrors.bodyTooLarge(), Buffer.alloc(0));
}
