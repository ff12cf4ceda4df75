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
  readonly chunks: AsyncIterable<string>;

  constructor(name: string, format: keyof typeof types, chunks: AsyncIterable<string>) {
    this.name = name;
    this.format = format;
    this.chunks = chunks;
  }
}

/** Sends a download as a file. Any other answer is returned, to be sent as JSON. */
export function sendDownload<T>(reply: FastifyReply, answer: T | Download): T | FastifyReply {
  if (!(answer instanceof Download)) return answer;
  return reply
    .header('content-disposition', `attachment; filename="${answer.name}.${answer.format}"`)
    .type(types[answer.format])
    .send(Readable.from(answer.chunks));
}
