import { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

declare module 'node:http' {
  interface ServerResponse {
    _storeHeader(statusLine: string, headers: unknown): void;
  }
}

// Node's streams take four ticks of the event loop for a body that is not there and five for one that is, and an answer is gathered
// from two writes: a fifth of what a request costs. Node 24 has learned most of it too; what is not plain goes its usual way.

export type TakeChunk = (chunk: Buffer | null) => void;

/** A request that hands over its body as it arrives. Whoever wants a stream still gets one. */
export class LeanRequest extends IncomingMessage {
  private takeChunk: TakeChunk | null = null;
  // Node's own, which its types keep to themselves.
  declare private readonly _readableState: { ended: boolean; endEmitted: boolean };
  declare private _dumped: boolean;

  /** The chunks from now on, and null after the last. False when there may have been some: then they are in the stream. */
  takeBody(take: TakeChunk): boolean {
    if (this.complete || this.readableLength > 0 || this.readableFlowing !== null) return false;
    this.takeChunk = take;
    return true;
  }

  /** For a GET without a body: nobody will read its stream. */
  skipEmptyBody(): void {
    const { method, headers } = this;
    if (method !== 'GET' && method !== 'HEAD') return;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      this.skipStream();
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.takeChunk === null) return super.push(chunk, encoding);
    if (chunk === null) this.skipStream();
    this.takeChunk(chunk);
    return true;
  }

  /** The stream counts as read to its end, as with Node 24's `optimizeEmptyRequests`. */
  private skipStream(): void {
    this._readableState.ended = true;
    this._readableState.endEmitted = true;
    this._dumped = true;
  }
}

/** An answer whose head and body are written as one piece, and whose fixed headers cost nothing. */
export class LeanResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  private lines = '';
  declare private _header: string | null;
  declare private readonly _headerSent: boolean;
  declare private readonly _hasBody: boolean;
  declare private readonly _contentLength: number | null;

  override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), callback?: () => void): this {
    // As many bytes as characters: it is ASCII, and may be written in the encoding of the head.
    const isPlain = typeof chunk === 'string' && this._hasBody && this._contentLength === chunk.length;
    if (!isPlain || this._header === null || this._headerSent)
      return super.end(chunk, encoding as BufferEncoding, callback);
    this._header += chunk;
    return super.end(typeof encoding === 'function' ? encoding : callback);
  }

  /** Written as it is: for values of our own making only. */
  addLine(name: string, value: string | number): void {
    this.lines += `${name}: ${value}\r\n`;
  }

  /** Node's own. The lines follow that of the status. */
  override _storeHeader(statusLine: string, headers: unknown): void {
    super._storeHeader(statusLine + this.lines, headers);
  }
}

/** A header that every answer has: a twentieth of what a request costs, if it is stored and checked as others are. */
export function addFixedHeader(reply: FastifyReply, name: string, value: string | number): void {
  if (reply.raw instanceof LeanResponse) reply.raw.addLine(name, value);
  else reply.header(name, value);
}
