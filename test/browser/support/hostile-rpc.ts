import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onFileEnd } from '../../../packages/server/test/file-end.ts';

export interface Question {
  readonly method: string;
  /** For the methods that a test can lie about, the first parameter is addresses or a transaction. */
  readonly params: readonly [string | readonly string[], ...unknown[]];
}

export interface SaidAccount {
  readonly lamports: number;
  readonly owner: string;
  readonly data: readonly [string, string];
}

export interface SaidResult {
  readonly value: (SaidAccount | null)[];
}

/**
 * `ask` returns the result of the honest server. The return value is sent as the result, unless it is
 * TAKEN_OVER.
 */
export type Lie = (question: Question, ask: () => Promise<SaidResult>, reply: ServerResponse) => unknown;

export interface HostileRpc {
  readonly url: string;
  readonly questions: Question[];
  lie(lie: Lie): void;
}

/** Returned by a lie that writes the reply itself, or never replies. */
export const TAKEN_OVER = Symbol('taken over');

async function readQuestion(request: IncomingMessage): Promise<Question & { readonly id: number }> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as Question & { id: number };
}

/** An RPC server that forwards to an honest one, except for the lies that the test sets. */
export async function startHostileRpc(honest: string): Promise<HostileRpc> {
  const questions: Question[] = [];
  let lying: Lie = (_question, ask) => ask();
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'content-type',
    'content-type': 'application/json',
  };
  const server = createServer((request, reply) => void answer(request, reply));
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') return void reply.writeHead(204, headers).end();
    const question = await readQuestion(request);
    questions.push(question);
    const ask = async () => {
      const body = JSON.stringify(question);
      const response = await fetch(honest, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const { result, error } = (await response.json()) as {
        result: SaidResult;
        error?: { message: string };
      };
      if (error) throw new Error(error.message);
      return result;
    };
    try {
      const result = await lying(question, ask, reply);
      if (result === TAKEN_OVER) return;
      reply.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id: question.id, result }));
    } catch (error) {
      const message = error instanceof Error ? error.message : 'no';
      reply
        .writeHead(200, headers)
        .end(JSON.stringify({ jsonrpc: '2.0', id: question.id, error: { message } }));
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    questions,
    lie: (next) => {
      questions.length = 0;
      lying = next;
    },
  };
}
