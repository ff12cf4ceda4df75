import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const types = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** A file that is read at the speed at which the client reads it. */
export class Download {
  readonly name: string;
  readonly format: keyof typeof types;
  /** What stands before the first chunk. */
  readonly head: string;
  readonly chunks: AsyncIterable<string>;

  constructor(name: string, format: keyof typeof types, chunks: AsyncIterable<string>, head = '') {
    this.name = name;
    this.format = format;
    this.head = head;
    this.chunks = chunks;
  }
}

/**
 * Sends a download as a file. Any other answer is returned, to be sent as JSON. The first chunk is read before the
 * answer begins: a refusal after that could only break the file off.
 */
export async function sendDownload<T>(reply: FastifyReply, answer: T | Download): Promise<T | FastifyReply> {
  if (!(answer instanceof Download)) return answer;
  const chunks = answer.chunks[Symbol.asyncIterator]();
  const first = await chunks.next();
  return reply
    .header('content-disposition', `attachment; filename="${answer.name}.${answer.format}"`)
    .type(types[answer.format])
    .send(Readable.from(follow(answer.head, first, chunks)));
}

async function* follow(head: string, first: IteratorResult<string>, chunks: AsyncIterator<string>) {
  yield head;
  try {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return?.();
  }
}
